import { promisify } from 'node:util';
import zlib from 'node:zlib';
import { remoteOfPath } from '@shop/federation/remotes';
import { SESSION_COOKIE } from '@shop/shared/contracts';
import { STOREFRONT_COOKIE } from '@shop/shared/storefronts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { DataSource } from '../src/app/PageData';
import type { RenderResult } from '../src/entry.server';
import { chooseCurrency } from './chooseCurrency';
import { chooseStorefront } from './chooseStorefront';
import type { HostAssets } from './HostAssets';
import { htmlDocument } from './htmlDocument';
import type { LiveComposition } from './LiveComposition';
import type { RenderPool } from './RenderPool';

const API_TIMEOUT_MS = 2_000;
const ONE_YEAR_S = 31_536_000;

const brotli = promisify(zlib.brotliCompress);
const gzip = promisify(zlib.gzip);
/** A page is compressed once per answer: a middling level costs about a millisecond. */
const BROTLI_OPTIONS = { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 4 } };

export interface PageServices {
  readonly assets: HostAssets;
  readonly live: LiveComposition;
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

/** Where the shop is on the web: as it is set, else as it was asked for. */
export const siteOrigin = (request: FastifyRequest, publicUrl: string | undefined): string => publicUrl ?? `${request.protocol}://${request.host}`;

/** Every page of the shop, rendered; where rendering fails or is late, the shell that the browser fills (ARCHITECTURE 3.5). */
export const servePages = (app: FastifyInstance, { assets, live, renderer, apiOrigin, source, serviceWorker, publicUrl }: PageServices): void => {
  app.get('/*', async (request, reply) => {
    const url = new URL(request.url, 'http://shop.invalid');
    const cookie = request.headers.cookie ?? '';
    const mayBeSignedIn = SESSION.test(cookie);
    reply.header('cache-control', cacheControl(mayBeSignedIn));
    const { storefront, named } = chooseStorefront(url.searchParams, cookie);
    const remoteId = remoteOfPath(url.pathname);
    const { composition, remotes } = live.current();
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
