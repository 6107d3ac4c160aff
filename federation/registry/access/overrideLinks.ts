import type { RemoteId } from '@shop/runtime/remotes';
import type { PreviewLink } from './PreviewLink';
import { signText, verifyText } from './signatures';

const PURPOSE = 'remote override';

/** A release that a link selects. The link counts only while the registry lists its id. */
export interface SignedOverride {
  readonly version: string;
  readonly link: string;
}

/** Builds the query of a link that shows one release: "remote.mfe-catalog=1.4.0-pr7~<id>~<until>~<signature>". */
export const buildOverrideQuery = (key: string, { id, remote, version, until }: PreviewLink): string => {
  const signed = signText(key, PURPOSE, `${remote}=${version}~${id}`, new Date(until));
  return `remote.${remote}=${encodeURIComponent(signed.slice(remote.length + 1))}`;
};

/** Returns what a link selects, if its signature is valid. Links of older registries have no id and are not valid. */
export const verifyOverride = (key: string, remote: RemoteId, value: string, now: Date): SignedOverride | undefined => {
  const [version, link, ...rest] =
    verifyText(key, PURPOSE, `${remote}=${value}`, now)
      ?.slice(remote.length + 1)
      .split('~') ?? [];
  return version !== undefined && link !== undefined && rest.length === 0 ? { version, link } : undefined;
};
