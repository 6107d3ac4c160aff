import type { GoLiveRequest } from '../registry';

/** "mfe-home 1.1.0", and what of it. */
export const describeRequestedReleases = ({ set, kind, weight }: GoLiveRequest): string =>
  `${Object.entries(set)
    .map((pair) => pair.join(' '))
    .join(', ')}${kind === 'canary' ? ` as a canary for ${weight} %` : ''}`;

/** What is told where a second person has to approve. */
export const describeWaiting = (request: GoLiveRequest): string =>
  `${describeRequestedReleases(request)} is not live: a second person approves it, until ${request.expiresAt}: npm run remote -- approve ${request.id}`;
