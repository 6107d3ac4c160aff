import { remoteOfPath } from '@shop/federation/composition';
import { describeError } from '@shop/observability/describeError';
import type { FastifyBaseLogger } from 'fastify';
import type { DataSource } from '../../src/app/PageData';
import type { HostAssets } from '../HostAssets';
import type { HostMetrics } from '../observability/hostMetrics';
import type { VisitTokens } from '../rum/visitTokens';
import { htmlDocument } from './htmlDocument';
import type { Made } from './PageCache';
import { PreparedPage } from './PreparedPage';
import type { RenderPool } from './RenderPool';
import type { Visit } from './Visit';

const API_TIMEOUT_MS = 2_000;
const BYTES_OF_A_REDIRECT = 200;

export interface PageMaker {
  readonly assets: HostAssets;
  readonly renderer: Pick<RenderPool, 'render'>;
  readonly metrics: Pick<HostMetrics, 'pages' | 'pageCache'>;
  readonly apiOrigin: string;
  readonly source: DataSource;
  readonly serviceWorker: boolean;
  readonly visitTokens: Pick<VisitTokens, 'issue'>;
}

/** Who asks: their cookies, or nobody's. */
export interface Asker {
  readonly cookie: string;
  readonly mayBeSignedIn: boolean;
}

export const NOBODY: Asker = { cookie: '', mayBeSignedIn: false };

export type Answer = { readonly kind: 'page'; readonly prepared: PreparedPage } | { readonly kind: 'redirect'; readonly location: string; readonly status: number };

const remoteOf = ({ composition, remotes, pathname }: Visit) => {
  const id = remoteOfPath(composition, pathname);
  return { id, remote: id && remotes[id] };
};

/** The shell that the browser fills (ARCHITECTURE 3.5): what is sent where nothing could be rendered. */
export const makeShell = async ({ metrics, assets, source, serviceWorker, visitTokens }: PageMaker, visit: Visit): Promise<Answer> => {
  metrics.pages.inc({ outcome: 'shell' });
  const { composition, storefront } = visit;
  const visitToken = await visitTokens.issue(composition);
  const html = htmlDocument({ storefront, html: '', data: { composition, source, visitToken, serviceWorker, state: null, router: null }, assets, remote: remoteOf(visit).remote, chunks: [] });
  return { kind: 'page', prepared: await PreparedPage.of(html, 200, storefront, visitToken) };
};

/** Renders a page. Rejects, and has logged why, where that fails or is late. */
export const makePage = async (maker: PageMaker, visit: Visit, { cookie, mayBeSignedIn }: Asker, log: FastifyBaseLogger): Promise<Made<Answer>> => {
  const { metrics, assets, renderer, apiOrigin, source, serviceWorker, visitTokens } = maker;
  const { composition, url, storefront, currency, siteOrigin } = visit;
  const { id, remote } = remoteOf(visit);
  const release = id && remote ? { remote: id, version: remote.release.version, entry: remote.nodeEntry } : null;
  const rendered = await renderer.render({ url, storefront, currency, release, apiOrigin, siteOrigin, source, cookie, mayBeSignedIn, timeoutMs: API_TIMEOUT_MS }).catch((error: unknown) => {
    // Of the path only its first part: what follows may be the number of an order.
    log.error({ page: `/${visit.pathname.split('/')[1] ?? ''}`, remote: id, release: remote?.release.version, err: describeError(error) }, 'page not rendered');
    throw error;
  });
  if (rendered.kind === 'redirect') {
    // What a remote's own routes would say is not known while the remote is not there.
    if (id && !remote) return { page: await makeShell(maker, visit), audience: 'nobody-else-yet', bytes: 0 };
    metrics.pages.inc({ outcome: 'redirect' });
    return { page: { kind: 'redirect', location: rendered.location, status: rendered.status }, audience: rendered.audience, bytes: BYTES_OF_A_REDIRECT };
  }
  metrics.pages.inc({ outcome: 'rendered' });
  const { state, router, html, chunks, status } = rendered;
  const visitToken = await visitTokens.issue(composition);
  const document = htmlDocument({ storefront: rendered.storefront, html, data: { composition, source, visitToken, serviceWorker, state, router }, assets, remote, chunks });
  const prepared = await PreparedPage.of(document, status, rendered.storefront, visitToken);
  return { page: { kind: 'page', prepared }, audience: rendered.audience, bytes: prepared.bytes };
};
