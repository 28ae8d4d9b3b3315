package io.holdfast.lab.shared;

import io.holdfast.lab.Need;
import io.holdfast.lab.RigException;
import io.holdfast.lab.guest.GuestFiles;
import io.holdfast.lab.guest.GuestName;
import io.holdfast.lab.guest.GuestNetwork;
import io.holdfast.litmus.LitmusMember;
import io.holdfast.posix.RawPath;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Storage whose two clients are guests. Used by one thread. */
abstract class GuestStorage implements SharedStorage {

  private static final List<Need> NEEDS =
      List.of(
          Need.root("guests have devices and disks of their own"),
          Need.device("/dev/net/tun"),
          Need.program(GuestFiles.KERNEL, "user-mode-linux"),
          Need.program("ip", "iproute2"),
          Need.program("modprobe", "kmod"),
          Need.nativeFile(GuestFiles.DOOR, "pkg-config libfuse3-dev fuse3"));

  private final GuestFiles files;
  private final GuestNetwork network;
  private final List<GuestName> guests;
  private final ClientGuest alpha;
  private final ClientGuest beta;

  /**
   * Makes the network and starts the clients; they boot while the caller goes on.
   *
   * @param guests all that there will be
   * @param disk one that both clients have, or none, as words of a kernel's command line
   */
  GuestStorage(GuestFiles files, List<GuestName> guests, List<String> disk) throws IOException {
    this.files = files;
    this.network = new GuestNetwork();
    this.guests = List.copyOf(guests);
    for (GuestName name : guests) {
      network.attach(name);
    }
    this.alpha = ClientGuest.start(GuestName.ALPHA, files, disk);
    this.beta = ClientGuest.start(GuestName.BETA, files, disk);
  }

  /** What guests need, and more. */
  static List<Need> needs(Need... more) {
    List<Need> all = new ArrayList<>(NEEDS);
    all.addAll(List.of(more));
    return List.copyOf(all);
  }

  final GuestNetwork network() {
    return network;
  }

  final ClientGuest alpha() {
    return alpha;
  }

  final ClientGuest beta() {
    return beta;
  }

  /** Something done at one guest. */
  interface Work {
    void run() throws IOException;
  }

  /** Does something at several guests at the same time: most of it is waiting. */
  static void together(Work... works) throws IOException {
    ExecutorService threads = Executors.newFixedThreadPool(works.length);
    try {
      List<Callable<Void>> calls = new ArrayList<>();
      for (Work work : works) {
        calls.add(
            () -> {
              work.run();
              return null;
            });
      }
      for (Future<Void> done : threads.invokeAll(calls)) {
        done.get();
      }
    } catch (ExecutionException e) {
      Throwable cause = e.getCause();
      throw new RigException(cause == null ? "failed" : String.valueOf(cause.getMessage()), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new RigException("interrupted", e);
    } finally {
      threads.shutdown();
    }
  }

  /** What mount(8) is told but for the place: the type, options and the source. */
  abstract List<String> mountWords(String options);

  @Override
  public final void mount(StorageCase how) throws IOException {
    beta.callItself((how.oneName() ? GuestName.ALPHA : GuestName.BETA).word());
    if (how.oneName()) {
      // At the same time each would throw the other out.
      alpha.mount(mountWords(how.alpha()));
      beta.mount(mountWords(how.beta()));
    } else {
      mount(how.alpha(), how.beta());
    }
  }

  /** Mounts the storage on both clients. */
  final void mount(String onAlpha, String onBeta) throws IOException {
    together(() -> alpha.mount(mountWords(onAlpha)), () -> beta.mount(mountWords(onBeta)));
  }

  @Override
  public final void unmount() throws IOException {
    together(alpha::unmount, beta::unmount);
  }

  @Override
  public final List<LitmusMember> members() {
    return List.of(member(alpha), member(beta));
  }

  private static LitmusMember member(ClientGuest client) {
    return new LitmusMember(
        client.guest().name().word(), client.guest().agents(), RawPath.of(ClientGuest.MOUNT_POINT));
  }

  @Override
  public final List<String> waysIn() {
    Path door = files.program(GuestFiles.DOOR);
    return guests.stream().map(guest -> door + " " + guest.managementAddress()).toList();
  }
}
