import { promisify } from 'node:util';
import zlib from 'node:zlib';
import { remoteOfPath } from '@shop/federation/composition';
import { RegistryError } from '@shop/federation/registry';
import type { RemoteId } from '@shop/federation/remotes';
import { SESSION_COOKIE } from '@shop/shared/contracts';
import { STOREFRONT_COOKIE } from '@shop/shared/storefronts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { DataSource } from '../src/app/PageData';
import type { RenderResult } from '../src/entry.server';
import { chooseCurrency } from './chooseCurrency';
import { chooseStorefront } from './chooseStorefront';
import type { HostAssets } from './HostAssets';
import { htmlDocument } from './htmlDocument';
import { chooseReleases, VISITOR_COOKIE, type Override } from './releases/chooseReleases';
import { askedByCookie, askedByQuery, devSources, merged, overridesCookie, resolveOverrides, withoutOverrides, type OverridePolicy } from './releases/overrides';
import type { ReleaseServices } from './releases/releaseServices';
import type { RenderPool } from './RenderPool';
import { policyWithDevServers } from './securityHeaders';

const API_TIMEOUT_MS = 2_000;
const ONE_YEAR_S = 31_536_000;
const VISITOR_S = 7_776_000;

const brotli = promisify(zlib.brotliCompress);
const gzip = promisify(zlib.gzip);
/** A page is compressed once per answer: a middling level costs about a millisecond. */
const BROTLI_OPTIONS = { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 4 } };

export interface PageServices {
  readonly assets: HostAssets;
  readonly releases: ReleaseServices;
  readonly overrides: OverridePolicy;
  readonly renderer: RenderPool;
  readonly apiOrigin: string;
  readonly source: DataSource;
  readonly serviceWorker: boolean;
  readonly publicUrl: string | undefined;
}

const SESSION = new RegExp(`(?:^|;\\s*)(?:__Host-)?${SESSION_COOKIE}=`);

/** A page that may show somebody's own things is kept nowhere: not for others, and not for the back button after signing out. */
const cacheControl = (mayBeSignedIn: boolean): string => (mayBeSignedIn ? 'no-store' : 'no-cache');

const sendHtml = async (request: FastifyRequest, reply: FastifyReply, html: string): Promise<FastifyReply> => {
  const accepted = request.headers['accept-encoding'] ?? '';
  reply.header('content-type', 'text/html; charset=utf-8').header('vary', 'accept-encoding, cookie');
  if (accepted.includes('br')) return reply.header('content-encoding', 'br').send(await brotli(html, BROTLI_OPTIONS));
  if (accepted.includes('gzip')) return reply.header('content-encoding', 'gzip').send(await gzip(html));
  return reply.send(html);
};

interface ReadOverrides {
  readonly resolved: ReadonlyMap<RemoteId, Override>;
  /** The address asked for something: this cookie remembers it, and the page is asked for again without. */
  readonly redirect?: string;
}

const NO_OVERRIDES: ReadOverrides = { resolved: new Map() };

/** What this browser is to be shown instead of the live releases; what may not be is told where it is asked for, and else left. */
const readOverrides = async (request: FastifyRequest, url: URL, { live, signingKey }: ReleaseServices, policy: OverridePolicy): Promise<ReadOverrides | RegistryError> => {
  const { cookie } = request.headers;
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

const sendRefusedOverride = (reply: FastifyReply, error: RegistryError): FastifyReply =>
  reply
    .code(error.code === 'unknown' ? 404 : 403)
    .header('set-cookie', overridesCookie(new Map()))
    .type('text/plain; charset=utf-8')
    .send(error.message);

/** Where the shop is on the web: as it is set, else as it was asked for. */
export const siteOrigin = (request: FastifyRequest, publicUrl: string | undefined): string => publicUrl ?? `${request.protocol}://${request.host}`;

/** Every page of the shop, rendered; where rendering fails or is late, the shell that the browser fills (ARCHITECTURE 3.5). */
export const servePages = (app: FastifyInstance, { assets, releases, overrides: policy, renderer, apiOrigin, source, serviceWorker, publicUrl }: PageServices): void => {
  app.get('/*', async (request, reply) => {
    const url = new URL(request.url, 'http://shop.invalid');
    const cookie = request.headers.cookie ?? '';
    const mayBeSignedIn = SESSION.test(cookie);
    reply.header('cache-control', cacheControl(mayBeSignedIn));
    const { storefront, named } = chooseStorefront(url.searchParams, cookie);
    const overrides = await readOverrides(request, url, releases, policy);
    if (overrides instanceof RegistryError) return sendRefusedOverride(reply, overrides);
    if (overrides.redirect !== undefined) return reply.header('set-cookie', overrides.redirect).redirect(withoutOverrides(url), 302);
    const { composition, remotes, newSeed } = chooseReleases(await releases.live.current(), cookie, overrides.resolved);
    if (newSeed !== undefined) reply.header('set-cookie', `${VISITOR_COOKIE}=${newSeed}; Path=/; Max-Age=${VISITOR_S}; SameSite=Lax; HttpOnly`);
    const devOrigins = devSources(overrides.resolved);
    if (devOrigins.length > 0) reply.header('content-security-policy', policyWithDevServers(devOrigins));
    const remoteId = remoteOfPath(composition, url.pathname);
    const remote = remoteId && remotes[remoteId];

    const rendered: RenderResult | undefined = await renderer
      .render({
        url: url.pathname + url.search,
        storefront,
        currency: chooseCurrency(cookie),
        release: remoteId && remote ? { remote: remoteId, version: remote.release.version, entry: remote.nodeEntry } : null,
        apiOrigin,
        siteOrigin: siteOrigin(request, publicUrl),
        source,
        cookie,
        mayBeSignedIn,
        timeoutMs: API_TIMEOUT_MS,
      })
      .catch((error: unknown) => {
        request.log.error({ page: url.pathname, remote: remoteId, release: remote?.release.version, error: String(error) }, 'page not rendered');
        return undefined;
      });

    if (rendered?.kind === 'redirect' && !(remoteId && !remote)) return reply.redirect(rendered.location, rendered.status);
    const page = rendered?.kind === 'page' ? rendered : undefined;
    const shown = page?.storefront ?? storefront;
    if (named || shown !== storefront) {
      reply.header('set-cookie', `${STOREFRONT_COOKIE}=${shown}; Path=/; Max-Age=${ONE_YEAR_S}; SameSite=Lax`);
    }
    const data = { composition, source, serviceWorker, state: page?.state ?? null, router: page?.router ?? null };
    return sendHtml(request, reply.code(page?.status ?? 200), htmlDocument({ storefront: shown, html: page?.html ?? '', data, assets, remote, chunks: page?.chunks ?? [] }));
  });
};
