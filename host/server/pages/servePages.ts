import { RegistryError } from '@shop/federation/registry';
import { CURRENCY_COOKIE, SESSION_COOKIE } from '@shop/shared/contracts';
import { STOREFRONT_COOKIE } from '@shop/shared/storefronts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { DevServers } from '../dev-servers/DevServers';
import { findAskedFrom } from '../dev-servers/findAskedFrom';
import { sendDevServerProblem } from '../dev-servers/sendDevServerProblem';
import { chooseReleases, VISITOR_COOKIE } from '../releases/chooseReleases';
import { OVERRIDES_COOKIE, withoutOverrides, type OverridePolicy } from '../releases/overrides';
import { readOverrides, sendRefusedOverride } from '../releases/readOverrides';
import type { ReleaseServices } from '../releases/releaseServices';
import { policyWithDevServers } from '../securityHeaders';
import { chooseCurrency } from './chooseCurrency';
import { chooseStorefront } from './chooseStorefront';
import { renderPage, renderShell, NOBODY, type Answer, type Asker, type PageMaker } from './renderPage';
import { PageCache, type CacheOutcome, type PageCacheLimits } from './PageCache';
import { chooseEncoding } from './PreparedPage';
import { keyOf, type Visit } from './Visit';

const ONE_YEAR_S = 31_536_000;
const VISITOR_S = 7_776_000;

export interface PageServices extends PageMaker {
  readonly releases: ReleaseServices;
  readonly overrides: OverridePolicy;
  readonly devServers: Pick<DevServers, 'read'>;
  readonly publicUrl: string | undefined;
  readonly cacheLimits: PageCacheLimits;
}

const SESSION = new RegExp(`(?:^|;\\s*)(?:__Host-)?${SESSION_COOKIE}=`);

/** Cookies that choose among pages which are for everybody; what any other one does, only the API knows. */
const CHOOSING = new Set([STOREFRONT_COOKIE, CURRENCY_COOKIE, VISITOR_COOKIE, OVERRIDES_COOKIE]);

const hasCookiesOfTheirOwn = (cookie: string): boolean =>
  cookie.split(';').some((pair) => pair.trim() !== '' && !CHOOSING.has(pair.split('=')[0]?.trim() ?? ''));

/** Where the shop is on the web: as it is set, else as it was asked for. */
export const siteOrigin = (request: FastifyRequest, publicUrl: string | undefined): string =>
  publicUrl ?? `${request.protocol}://${request.host}`;

interface Sent {
  readonly answer: Answer;
  /** Undefined where the page was made for the one who asks. */
  readonly cache: CacheOutcome | undefined;
}

const CACHE_STATUS: Readonly<Record<CacheOutcome, string>> = {
  hit: 'shop-host; hit',
  stale: 'shop-host; hit; detail=stale',
  miss: 'shop-host; fwd=miss',
  'stale-if-error': 'shop-host; hit; detail=stale-if-error',
};

/** A page's encoding and its cookies: caches on the way keep them apart, and so does what made the page. */
const send = async (
  request: FastifyRequest,
  reply: FastifyReply,
  { answer, cache }: Sent,
  sharedForS: number,
): Promise<FastifyReply> => {
  reply
    .header('vary', 'accept-encoding, cookie')
    .header('cache-status', cache === undefined ? 'shop-host; fwd=bypass' : CACHE_STATUS[cache]);
  // For the proxy in front of this server alone, which knows the same cookies: browsers ask each time.
  if ((cache === 'hit' || cache === 'stale') && !reply.hasHeader('set-cookie')) {
    const forBrowsers = reply.getHeader('cache-control');
    // In this order: nginx before 1.23 stops at a Cache-Control that comes first.
    reply
      .removeHeader('cache-control')
      .header('x-accel-expires', String(sharedForS))
      .header('cache-control', forBrowsers);
  }
  if (answer.kind === 'redirect') return reply.redirect(answer.location, answer.status);
  const { prepared } = answer;
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
 * Every page of the shop, rendered; where rendering fails or is late, the shell that the browser fills
 * (architecture.md 4). Pages for a guest are made without anything of theirs and kept for others; where the
 * API's answers say that a page is somebody's own after all, it is made again, for them.
 */
export const servePages = (app: FastifyInstance, services: PageServices): void => {
  const { releases, metrics, overrides: policy, devServers, publicUrl, cacheLimits } = services;
  const cache = new PageCache<Answer>(cacheLimits);
  const sharedForS = Math.max(1, Math.round(cacheLimits.freshMs / 2_000));

  const answerAsker = async (visit: Visit, asker: Asker, request: FastifyRequest): Promise<Sent> => {
    const answer = await renderPage(services, visit, asker, request.log).then(
      ({ page }) => page,
      (error: unknown) => renderShell(services, visit, error),
    );
    return { answer, cache: undefined };
  };

  const answerAnybody = async (visit: Visit, asker: Asker, request: FastifyRequest): Promise<Sent> => {
    const given = await cache
      .get(keyOf(visit), () => renderPage(services, visit, NOBODY, request.log))
      .catch((error: unknown) => ({ error }));
    if ('error' in given) return { answer: await renderShell(services, visit, given.error), cache: undefined };
    if (given.audience === 'asker')
      return hasCookiesOfTheirOwn(asker.cookie)
        ? answerAsker(visit, asker, request)
        : { answer: given.page, cache: undefined };
    return { answer: given.page, cache: given.outcome };
  };

  app.get('/*', async (request, reply) => {
    const url = new URL(request.url, 'http://shop.invalid');
    const cookie = request.headers.cookie ?? '';
    const asker = { cookie, mayBeSignedIn: SESSION.test(cookie) };
    // A page that may show somebody's own things is kept nowhere: not for others, and not for the back button after
    // signing out.
    reply.header('cache-control', asker.mayBeSignedIn ? 'no-store' : 'no-cache');
    const { storefront, named } = chooseStorefront(url.searchParams, cookie);
    const overrides = await readOverrides(url, cookie, { releases, devServers, policy, from: findAskedFrom(request) });
    if (overrides instanceof RegistryError) return sendRefusedOverride(reply, overrides);
    if (overrides.problem) return sendDevServerProblem(reply, overrides.problem.error, overrides.problem.remotes);
    if (overrides.redirect !== undefined)
      return reply.header('set-cookie', overrides.redirect).redirect(withoutOverrides(url), 302);
    const { newSeed, ...chosen } = chooseReleases(await releases.live.current(), cookie, overrides.resolved);
    if (newSeed !== undefined)
      reply.header('set-cookie', `${VISITOR_COOKIE}=${newSeed}; Path=/; Max-Age=${VISITOR_S}; SameSite=Lax; HttpOnly`);
    const devOrigins = [...new Set(Object.values(chosen.dev).map(({ origin }) => origin))];
    if (devOrigins.length > 0) reply.header('content-security-policy', policyWithDevServers(devOrigins));

    const visit: Visit = {
      ...chosen,
      url: url.pathname + url.search,
      pathname: url.pathname,
      storefront,
      currency: chooseCurrency(cookie),
      siteOrigin: siteOrigin(request, publicUrl),
    };
    const isForOneOnly = asker.mayBeSignedIn || overrides.resolved.size > 0;
    const sent = await (isForOneOnly ? answerAsker : answerAnybody)(visit, asker, request);
    metrics.pageCache.inc({ result: sent.cache ?? 'bypass' });
    const shown = sent.answer.kind === 'page' ? sent.answer.prepared.storefront : storefront;
    if (sent.answer.kind === 'page' && (named || shown !== storefront)) {
      reply.header('set-cookie', `${STOREFRONT_COOKIE}=${shown}; Path=/; Max-Age=${ONE_YEAR_S}; SameSite=Lax`);
    }
    return send(request, reply, sent, sharedForS);
  });
};
