import { remoteOfPath } from '@shop/federation/composition';
import { describeError } from '@shop/observability/describeError';
import type { FastifyBaseLogger } from 'fastify';
import type { RemoteId } from '@shop/federation/remotes';
import type { RenderResult } from '../../src/entry.server';
import type { DataSource } from '../../src/app/PageData';
import type { HostAssets } from '../HostAssets';
import { getLiveRelease, type LiveRemote } from '../releases/LiveComposition';
import type { HostMetrics } from '../observability/hostMetrics';
import type { VisitTokens } from '../rum/visitTokens';
import { buildHtmlDocument } from './buildHtmlDocument';
import type { FreshPage } from './PageCache';
import { PreparedPage } from './PreparedPage';
import { PageError } from './Renderer';
import type { RenderPool } from './RenderPool';
import type { Visit } from './Visit';

const API_TIMEOUT_MS = 2_000;
const REDIRECT_BYTES = 200;

export interface PageContext {
  readonly assets: HostAssets;
  readonly renderer: Pick<RenderPool, 'render'>;
  /** Renders what comes from dev servers: whatever that does, the pages of others go on. */
  readonly devRenderer: Pick<RenderPool, 'render'>;
  readonly metrics: Pick<HostMetrics, 'pages' | 'pageCache'>;
  readonly apiOrigin: string;
  readonly source: DataSource;
  readonly serviceWorker: boolean;
  readonly visitTokens: Pick<VisitTokens, 'issue'>;
}

/** Who asks: their cookies, or nobody's. */
export interface Requester {
  readonly cookie: string;
  readonly hasSessionCookie: boolean;
}

export const ANONYMOUS: Requester = { cookie: '', hasSessionCookie: false };

export type PageResponse =
  | { readonly kind: 'page'; readonly prepared: PreparedPage }
  | { readonly kind: 'redirect'; readonly location: string; readonly status: number };

const findRemote = ({ composition, remotes, dev, pathname }: Visit) => {
  const id = remoteOfPath(composition, pathname);
  return { id, remote: id && remotes[id], dev: id && dev[id] };
};

/** The host's own files, but for a page with development React, whose client comes from a dev server. */
const chooseClientAssets = (assets: HostAssets, { dev }: Visit): HostAssets => ({
  ...assets,
  scripts: Object.values(dev)[0]?.clientScripts ?? assets.scripts,
});

const listDevStyles = (visit: Visit, chunks: readonly string[]): string[] => {
  const { dev } = findRemote(visit);
  return dev ? [...dev.styles, ...chunks.flatMap((chunk) => dev.chunkStyles[chunk] ?? [])] : [];
};

/** As "mfe-home@1.4.0"; undefined where the page is nobody's. */
const formatRelease = (visit: Visit): string | undefined => {
  const { id, remote } = findRemote(visit);
  return id && remote && `${id}@${remote.release.version}`;
};

/** Told to who develops it; nobody else gets this page. */
const describeDevProblem = (visit: Visit, error: unknown): string | undefined => {
  const { dev, id } = findRemote(visit);
  return dev && error instanceof Error
    ? `${id} was not rendered by the server: ${error.message.split('\n')[0] ?? ''}`
    : undefined;
};

/**
 * The shell that the browser fills (architecture.md 4): what is sent where nothing could be rendered. Where the page's
 * own release failed at it, its visit counts as a failed one, whatever the browser makes of it (decision 0034).
 */
export const renderShell = async (
  { metrics, assets, source, serviceWorker, visitTokens }: PageContext,
  visit: Visit,
  error?: unknown,
): Promise<PageResponse> => {
  metrics.pages.inc({ outcome: 'shell' });
  const { composition, storefront } = visit;
  const { remote } = findRemote(visit);
  const visitToken = await visitTokens.issue(
    composition,
    error instanceof PageError ? formatRelease(visit) : undefined,
  );
  const html = buildHtmlDocument({
    storefront,
    html: '',
    data: { composition, source, visitToken, serviceWorker, state: null, router: null },
    assets: chooseClientAssets(assets, visit),
    remote,
    chunks: [],
    devStyles: listDevStyles(visit, []),
    problem: describeDevProblem(visit, error),
  });
  return { kind: 'page', prepared: await PreparedPage.create(html, 200, storefront, visitToken) };
};

/** The same visit with the release before in place of the one that cannot be rendered. */
const withStandIn = (visit: Visit, id: RemoteId, standIn: LiveRemote): Visit => ({
  ...visit,
  composition: { ...visit.composition, [id]: getLiveRelease(standIn, undefined) },
  remotes: { ...visit.remotes, [id]: standIn },
});

interface Rendered {
  readonly result: RenderResult;
  /** What it was rendered with: the visit itself, or one with a stand-in. */
  readonly visit: Visit;
  /** The release that failed at it, as "mfe-home@1.4.0". */
  readonly failed: string | undefined;
}

/**
 * Renders a page, by the release before where its own fails at it. Rejects, and has logged why, where that fails or is
 * late.
 */
const renderWithStandIn = async (
  { renderer, devRenderer, apiOrigin, source }: PageContext,
  visit: Visit,
  { cookie, hasSessionCookie }: Requester,
  log: FastifyBaseLogger,
): Promise<Rendered> => {
  const { url, storefront, currency, siteOrigin } = visit;
  const { id, remote, dev } = findRemote(visit);
  const renderWith = (shown: LiveRemote | undefined): Promise<RenderResult> => {
    const release =
      id && dev
        ? { remote: id, version: dev.version, entry: dev.nodeEntry }
        : id && shown
          ? { remote: id, version: shown.release.version, entry: shown.nodeEntry }
          : null;
    return (dev ? devRenderer : renderer).render({
      url,
      storefront,
      currency,
      release,
      apiOrigin,
      siteOrigin,
      source,
      cookie,
      hasSessionCookie,
      timeoutMs: API_TIMEOUT_MS,
    });
  };
  try {
    return { result: await renderWith(remote), visit, failed: undefined };
  } catch (error) {
    // Of the path only its first part: what follows may be the number of an order.
    log.error(
      {
        page: `/${visit.pathname.split('/')[1] ?? ''}`,
        remote: id,
        release: dev?.version ?? remote?.release.version,
        err: describeError(error),
      },
      'page not rendered',
    );
    const standIn = id && visit.standIns[id];
    // One that was late has used up the time that the page has.
    if (!standIn || !(error instanceof PageError)) throw error;
    const result = await renderWith(standIn).catch(() => {
      throw error; // the live release's own failure says more
    });
    return { result, visit: withStandIn(visit, id, standIn), failed: formatRelease(visit) };
  }
};

/** Renders a page. Rejects where that fails or is late. */
export const renderPage = async (
  context: PageContext,
  requested: Visit,
  requester: Requester,
  log: FastifyBaseLogger,
): Promise<FreshPage<PageResponse>> => {
  const { metrics, assets, source, serviceWorker, visitTokens } = context;
  const { result: rendered, visit, failed } = await renderWithStandIn(context, requested, requester, log);
  const { id, remote, dev } = findRemote(visit);
  if (rendered.kind === 'redirect') {
    // What a remote's own routes would say is not known while the remote is not there.
    if (id && !remote && !dev) return { page: await renderShell(context, visit), audience: 'incomplete', bytes: 0 };
    metrics.pages.inc({ outcome: 'redirect' });
    return {
      page: { kind: 'redirect', location: rendered.location, status: rendered.status },
      audience: rendered.audience,
      bytes: REDIRECT_BYTES,
    };
  }
  metrics.pages.inc({ outcome: failed === undefined ? 'rendered' : 'stand-in' });
  const { state, router, html, chunks, status } = rendered;
  const visitToken = await visitTokens.issue(requested.composition, failed);
  const { composition } = visit;
  const document = buildHtmlDocument({
    storefront: rendered.storefront,
    html,
    data: { composition, source, visitToken, serviceWorker, state, router },
    assets: chooseClientAssets(assets, visit),
    remote,
    chunks,
    devStyles: listDevStyles(visit, chunks),
  });
  const prepared = await PreparedPage.create(document, status, rendered.storefront, visitToken);
  return { page: { kind: 'page', prepared }, audience: rendered.audience, bytes: prepared.bytes };
};
