import { RegistryError } from '@shop/federation/registry';
import type { RemoteId } from '@shop/federation/remotes';
import type { FastifyReply } from 'fastify';
import type { Override } from './chooseReleases';
import { askedByCookie, askedByQuery, merged, overridesCookie, resolveOverrides, type OverridePolicy } from './overrides';
import type { ReleaseServices } from './releaseServices';

interface ReadOverrides {
  readonly resolved: ReadonlyMap<RemoteId, Override>;
  /** The address asked for something: this cookie remembers it, and the page is asked for again without. */
  readonly redirect?: string;
}

const NO_OVERRIDES: ReadOverrides = { resolved: new Map() };

/** What this browser is to be shown instead of the live releases; what may not be is told where it is asked for, and else left. */
export const readOverrides = async (url: URL, cookie: string, { live, signingKey }: ReleaseServices, policy: OverridePolicy): Promise<ReadOverrides | RegistryError> => {
  const asked = askedByQuery(url.searchParams);
  const before = askedByCookie(cookie);
  if (!asked && before.size === 0) return NO_OVERRIDES;
  const wanted = asked ? merged(before, asked) : before;
  try {
    const resolved = await resolveOverrides(wanted, live, await signingKey(), policy);
    return asked ? { resolved, redirect: overridesCookie(wanted) } : { resolved };
  } catch (error) {
    if (!(error instanceof RegistryError)) throw error;
    // A link that has ended, in a cookie of before: the page is the live one again.
    return asked ? error : NO_OVERRIDES;
  }
};

export const sendRefusedOverride = (reply: FastifyReply, error: RegistryError): FastifyReply =>
  reply
    .code(error.code === 'unknown' ? 404 : 403)
    .header('set-cookie', overridesCookie(new Map()))
    .type('text/plain; charset=utf-8')
    .send(error.message);
