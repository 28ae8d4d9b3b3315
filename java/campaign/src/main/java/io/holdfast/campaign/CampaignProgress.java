package io.holdfast.campaign;

/**
 * How far a campaign is.
 *
 * @param done results that are public and acknowledged
 * @param results how many there will be
 * @param atWork coordinators that have not ended
 * @param busy workers that work on something
 * @param troubles how many there were
 * @param nanos since the coordinators were started
 */
public record CampaignProgress(
    int done, int results, int atWork, int busy, int troubles, long nanos) {}
