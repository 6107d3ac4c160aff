import crypto from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import fastifyCookie from '@fastify/cookie';
import { RegistryError } from '@shop/registry';
import { LOST_COOKIE, LOST_COOKIE_MAX_AGE_S, STYLES_COOKIE } from '@shop/contracts';
import { STOREFRONT_COOKIE } from '@shop/contracts/storefronts';
import { paths } from '@shop/shared/navigation';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { DevServers } from '../dev-servers/DevServers';
import { readRequestOrigin } from '../dev-servers/readRequestOrigin';
import { sendDevServerProblem } from '../dev-servers/sendDevServerProblem';
import { chooseReleases, VISITOR_COOKIE } from '../releases/chooseReleases';
import { sendPreviewQuestion } from '../preview/sendPreviewQuestion';
import { stripOverrides, type OverridePolicy } from '../releases/overrides';
import { SESSION_COOKIES } from '../releases/overridesCookie';
import { readOverrides, sendRefusedOverride } from '../releases/readOverrides';
import type { ReleaseServices } from '../releases/releaseServices';
import { buildDevServerPolicy, buildPagePolicy } from '../securityHeaders';
import type { FindAudience } from '../separateOrigins';
import { chooseCurrency } from './chooseCurrency';
import { chooseStorefront } from './chooseStorefront';
import { chooseTheme } from './chooseTheme';
import { readCookie } from '../readCookie';
import {
  listStyleIds,
  findRemote,
  isPrivatePage,
  renderPage,
  renderSharedShell,
  renderShell,
  type PageResponse,
  type PageContext,
} from './renderPage';
import { PageLimits, RenderRefused, STAFF_SHARE } from './PageLimits';
import type { ContentVersion } from './ContentVersion';
import { PageCache, type CacheOutcome, type PageCacheLimits } from './PageCache';
import { chooseEncoding } from './PreparedPage';
import { buildCacheKey, type Visit } from './Visit';

const ONE_YEAR_S = 31_536_000;
const VISITOR_COOKIE_MAX_AGE_S = 7_776_000;

export interface PageServices extends PageContext {
  readonly releases: ReleaseServices;
  readonly overrides: OverridePolicy;
  readonly devServers: Pick<DevServers, 'read'>;
  readonly publicUrl: string | undefined;
  readonly adminUrl: string | undefined;
  readonly findAudience: FindAudience;
  readonly cacheLimits: PageCacheLimits;
  /** The version of what pages show. */
  readonly content: Pick<ContentVersion, 'current' | 'site'>;
  /** Pages that are rendered for one connection, per second. */
  readonly rendersPerSecond: number;
}

const SESSION_COOKIE_PATTERN = new RegExp(`(?:^|;\\s*)(?:${SESSION_COOKIES.join('|')})=`);

const COOKIE_OPTIONS = { path: '/', sameSite: 'lax' } as const;

/** Returns the configured public URL, else the origin of the request. */
export const getSiteOrigin = (request: FastifyRequest, publicUrl: string | undefined): string =>
  publicUrl ?? `${request.protocol}://${request.host}`;

/** Returns which of the stylesheets the browser has, in one order, so that visits share pages. */
const readKnownStyles = (cookie: string, ids: readonly string[]): string[] => {
  const known = new Set(readCookie(cookie, STYLES_COOKIE)?.split('.'));
  return ids.filter((id) => known.has(id)).sort();
};

/** Browsers also ask for icons and the like, whose absence concerns nobody. */
const isNavigation = ({ headers }: FastifyRequest): boolean => (headers['sec-fetch-dest'] ?? 'document') === 'document';

interface ServedResponse {
  readonly response: PageResponse;
  /** Undefined if the page is not the one that everybody gets: a shell, or one with an override. */
  readonly cache: CacheOutcome | undefined;
}

const CACHE_STATUS: Readonly<Record<CacheOutcome, string>> = {
  hit: 'shop-host; hit',
  stale: 'shop-host; hit; detail=stale',
  miss: 'shop-host; fwd=miss',
  'stale-if-error': 'shop-host; hit; detail=stale-if-error',
};

/**
 * Only the page that everybody gets may be stored: what browsers fill with their visitor's own data is not shown by the
 * back button after signing out. Caches must keep encodings and cookies apart, as the page cache does.
 */
const sendPage = async (
  request: FastifyRequest,
  reply: FastifyReply,
  { response, cache }: ServedResponse,
  proxyMaxAgeS: number,
): Promise<FastifyReply> => {
  reply
    .header('vary', 'accept-encoding, cookie')
    .header('cache-status', cache === undefined ? 'shop-host; fwd=bypass' : CACHE_STATUS[cache])
    .header('cache-control', cache === undefined ? 'no-store' : 'no-cache');
  // Only for the proxy in front of this server, which uses the same cookies. Browsers revalidate each time.
  if ((cache === 'hit' || cache === 'stale') && !reply.hasHeader('set-cookie')) {
    const browserCacheControl = reply.getHeader('cache-control');
    // The order matters: nginx before 1.23 ignores it after Cache-Control.
    reply
      .removeHeader('cache-control')
      .header('x-accel-expires', String(proxyMaxAgeS))
      .header('cache-control', browserCacheControl);
  }
  if (response.kind === 'redirect') return reply.redirect(response.location, response.status);
  const { prepared } = response;
  reply.code(prepared.status).header('content-type', 'text/html; charset=utf-8');
  if (cache !== undefined) {
    reply.header('etag', prepared.etag);
    if (prepared.status === 200 && request.headers['if-none-match'] === prepared.etag) return reply.code(304).send();
  }
  const encoding = chooseEncoding(request.headers['accept-encoding']);
  if (encoding !== 'identity') reply.header('content-encoding', encoding);
  return reply.send(await prepared.body(encoding));
};

/**
 * A client that goes on would ask again at once, which costs more than to let it wait: five seconds on average, so that
 * its connections do not come back all at once.
 */
const MIN_REFUSAL_DELAY_MS = 2_500;
const MAX_REFUSAL_DELAY_MS = 7_500;
const REFUSAL =
  '<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Too many pages</title></head><body><main><h1>Too many pages at once</h1><p>Please wait a moment, then reload this page.</p></main></body></html>';

const sendRefusal = async (reply: FastifyReply, { waitMs }: RenderRefused): Promise<FastifyReply> => {
  await sleep(crypto.randomInt(MIN_REFUSAL_DELAY_MS, MAX_REFUSAL_DELAY_MS), undefined, { ref: false });
  return reply
    .code(429)
    .header('retry-after', Math.ceil(waitMs / 1_000))
    .header('cache-control', 'no-store')
    .type('text/html; charset=utf-8')
    .send(REFUSAL);
};

/** Without PUBLIC_URL, as on a developer's machine, the back office is at admin.HOST of the shop. */
const findShopOf = (adminUrl: string | undefined): string | undefined => adminUrl?.replace('//admin.', '//');

/**
 * Serves every page of the shop, falling back to the client-rendered shell (architecture.md 4). A page is rendered from
 * what everybody may read, and cached for all; browsers fill in what is their visitor's own.
 */
export const servePages = (app: FastifyInstance, services: PageServices): void => {
  const { releases, metrics, overrides: policy, devServers, publicUrl, adminUrl, mapUrl, cacheLimits } = services;
  /** Neither audience takes the other's share of memory and renderers. */
  const openShare = (share: number) => ({
    cache: new PageCache<PageResponse>({ ...cacheLimits, maxBytes: cacheLimits.maxBytes / share }, services.content),
    limits: new PageLimits(services.rendersPerSecond * share),
  });
  const shares = { shoppers: openShare(1), staff: openShare(STAFF_SHARE) };
  const proxyMaxAgeS = Math.max(1, Math.floor(cacheLimits.freshMs / 2_000));

  const render = async (visit: Visit, request: FastifyRequest) => {
    shares[visit.audience].limits.takeRender(request.ip);
    return renderPage(services, visit, request.log);
  };

  /** @throws {RenderRefused} if the client has had its share of shells, too. */
  const renderFallback = async (visit: Visit, error: unknown, request: FastifyRequest): Promise<ServedResponse> => {
    if (!(error instanceof RenderRefused))
      return { response: await renderShell(services, visit, error), cache: undefined };
    const { cache, limits } = shares[visit.audience];
    if (!limits.takeShell(request.ip)) throw error;
    metrics.pages.inc({ outcome: 'limited' });
    const { page } = await cache.get(`shell ${buildCacheKey({ ...visit, url: findRemote(visit).id ?? '' })}`, () =>
      renderSharedShell(services, visit),
    );
    return { response: page, cache: undefined };
  };

  const renderOverride = async (visit: Visit, request: FastifyRequest): Promise<ServedResponse> =>
    render(visit, request).then(
      ({ page }) => ({ response: page, cache: undefined }),
      (error: unknown) => renderFallback(visit, error, request),
    );

  const renderShared = async (visit: Visit, request: FastifyRequest): Promise<ServedResponse> =>
    shares[visit.audience].cache
      .get(buildCacheKey(visit), () => render(visit, request))
      .then(
        ({ page, outcome }) => ({ response: page, cache: outcome }),
        (error: unknown) => renderFallback(visit, error, request),
      );

  app.get('/*', async (request, reply) => {
    const url = new URL(request.url, 'http://shop.invalid');
    const cookie = request.headers.cookie ?? '';
    reply.header('cache-control', 'no-store');
    const audience = services.findAudience(request);
    const isForStaff = audience === 'staff';
    if (isForStaff) reply.header('x-robots-tag', 'noindex');
    const { storefront, isFromUrl } = chooseStorefront(url.searchParams, cookie);
    const overrides = await readOverrides(url, cookie, {
      releases,
      devServers,
      policy,
      origin: readRequestOrigin(request),
      audience,
    });
    if (overrides instanceof RegistryError) return sendRefusedOverride(reply, overrides);
    if (overrides.question)
      return sendPreviewQuestion(reply, overrides.question, {
        to: stripOverrides(url),
        styles: services.assets.styles,
        storefront,
      });
    if (overrides.problem) return sendDevServerProblem(reply, overrides.problem.error, overrides.problem.remotes);
    if (overrides.redirect !== undefined)
      return reply.header('set-cookie', overrides.redirect).redirect(stripOverrides(url), 302);
    const { newSeed, ...chosen } = chooseReleases(
      await releases.live.getReleasesFor(audience),
      cookie,
      overrides.resolved,
    );
    if (newSeed !== undefined)
      reply.header(
        'set-cookie',
        fastifyCookie.serialize(VISITOR_COOKIE, newSeed, {
          ...COOKIE_OPTIONS,
          maxAge: VISITOR_COOKIE_MAX_AGE_S,
          httpOnly: true,
        }),
      );
    const devOrigins = [...new Set(Object.values(chosen.dev).map(({ origin }) => origin))];
    const isPrivate = isPrivatePage(chosen, url.pathname);
    const visit: Visit = {
      ...chosen,
      audience,
      isPrivate,
      hasSession: isPrivate && SESSION_COOKIE_PATTERN.test(cookie),
      url: url.pathname + url.search,
      pathname: url.pathname,
      storefront,
      currency: chooseCurrency(cookie),
      theme: chooseTheme(audience, cookie),
      siteOrigin: getSiteOrigin(request, isForStaff ? adminUrl : publicUrl),
      // The policy for pages with dev servers allows all styles, which a hash would end.
      knownStyles:
        devOrigins.length > 0
          ? null
          : readKnownStyles(cookie, listStyleIds({ ...chosen, pathname: url.pathname }, services.assets)),
    };
    // A link to what is not published: nobody stores or indexes what it shows.
    const isDraft = url.searchParams.has('draft');
    if (isDraft) reply.header('x-robots-tag', 'noindex');
    const serve = isDraft || overrides.resolved.size > 0 ? renderOverride : renderShared;
    const served = await serve(visit, request).catch((error: unknown) => {
      if (error instanceof RenderRefused) return error;
      throw error;
    });
    if (served instanceof RenderRefused) {
      metrics.pages.inc({ outcome: 'refused' });
      return sendRefusal(reply, served);
    }
    metrics.pageCache.inc({ result: served.cache ?? 'bypass' });
    const scripts = [services.assets.earlyInput.hash];
    const styles = served.response.kind === 'page' ? served.response.prepared.styleHashes : [];
    reply.header(
      'content-security-policy',
      devOrigins.length > 0
        ? buildDevServerPolicy(devOrigins, mapUrl, scripts)
        : buildPagePolicy(
            mapUrl,
            { scripts, styles },
            isForStaff ? { of: publicUrl ?? findShopOf(adminUrl) } : { by: isDraft ? adminUrl : undefined },
          ),
    );
    const shown = served.response.kind === 'page' ? served.response.prepared.storefront : storefront;
    if (served.response.kind === 'page' && (isFromUrl || shown !== storefront)) {
      reply.header(
        'set-cookie',
        fastifyCookie.serialize(STOREFRONT_COOKIE, shown, { ...COOKIE_OPTIONS, maxAge: ONE_YEAR_S }),
      );
    }
    // Nothing but an unknown path redirects there. Its page is for everybody, so a cookie says it.
    const isLost = served.response.kind === 'redirect' && served.response.location === paths.home;
    if (isLost && isNavigation(request))
      reply.header(
        'set-cookie',
        fastifyCookie.serialize(LOST_COOKIE, '1', { ...COOKIE_OPTIONS, maxAge: LOST_COOKIE_MAX_AGE_S }),
      );
    const isStored = !isPrivate && !isLost && !isForStaff;
    return sendPage(request, reply, isStored ? served : { ...served, cache: undefined }, proxyMaxAgeS);
  });
};
