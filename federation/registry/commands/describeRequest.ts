import type { GoLiveRequest } from '..';

/** Formats the releases of a request: "mfe-home 1.1.0 as a canary for 10 %". */
export const describeRequestedReleases = ({ set, kind, weight }: GoLiveRequest): string =>
  `${Object.entries(set)
    .map((pair) => pair.join(' '))
    .join(', ')}${kind === 'canary' ? ` as a canary for ${weight} %` : ''}`;

/** Formats the message that a second person has to approve a request. */
export const describeWaiting = (request: GoLiveRequest): string =>
  `${describeRequestedReleases(request)} is not live: a second person has to approve it by ${request.expiresAt}: npm run remote -- approve ${request.id}`;
