/**
 * Kernels of their own on one machine (User-Mode Linux), with networks that can be cut between
 * them: real second clients.
 *
 * <p>Everything lives in the namespaces of one process and ends with it. A guest's root is the
 * host's, read-only, so that programs of the host, the project's among them, run inside as they
 * are.
 */
@NullMarked
package io.holdfast.lab.guest;

import org.jspecify.annotations.NullMarked;
