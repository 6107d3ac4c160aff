import type { RemoteId } from '@shop/runtime/remotes';
import { signText, verifyText } from './signatures';

const PURPOSE = 'remote override';
const HOUR_MS = 3_600_000;
export const DEFAULT_LINK_HOURS = 24;

/** Builds the query of a link that shows one release: "remote.mfe-catalog=1.4.0-pr7~<until>~<signature>". */
export const buildOverrideQuery = (
  key: string,
  remote: RemoteId,
  version: string,
  now: Date,
  hours: number,
): string => {
  const signed = signText(key, PURPOSE, `${remote}=${version}`, new Date(now.getTime() + hours * HOUR_MS));
  return `remote.${remote}=${encodeURIComponent(signed.slice(remote.length + 1))}`;
};

/** Returns the version that a link requests, if its signature is valid. */
export const verifyOverride = (key: string, remote: RemoteId, value: string, now: Date): string | undefined =>
  verifyText(key, PURPOSE, `${remote}=${value}`, now)?.slice(remote.length + 1);
