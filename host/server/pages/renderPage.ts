import { paths } from '@shop/shared/navigation';
import { findRemoteByPath, listMenuLinks, type Composition } from '@shop/runtime/composition';
import { describeError } from '@shop/server-kit/observability/describeError';
import type { FastifyBaseLogger } from 'fastify';
import { isUnder, type RemoteId } from '@shop/runtime/remotes';
import type { DataSource, PageData } from '../../src/app/PageData';
import type { HostAssets } from '../HostAssets';
import { getStyleId, type PageStyle } from '../inlineStyles';
import { toPageRelease, type ChosenReleases, type LocalRelease } from '../releases/LiveComposition';
import type { HostMetrics } from '../observability/hostMetrics';
import type { VisitTokens } from '../rum/visitTokens';
import { buildHtmlDocument } from './buildHtmlDocument';
import { listPageStyles } from './listPageStyles';
import type { ContentVersion } from './ContentVersion';
import type { FreshPage } from './PageCache';
import { PreparedPage } from './PreparedPage';
import { PageApi } from './PageApi';
import { PageError } from './Renderer';
import type { RenderPool, Rendering } from './RenderPool';
import type { Visit } from './Visit';

const REDIRECT_BYTES = 200;

export interface PageContext {
  readonly assets: HostAssets;
  readonly renderer: Pick<RenderPool, 'render'>;
  readonly metrics: Pick<HostMetrics, 'pages' | 'pageCache'>;
  readonly apiOrigin: string;
  readonly content: Pick<ContentVersion, 'current' | 'site'>;
  readonly source: DataSource;
  readonly mapUrl: string | undefined;
  readonly serviceWorker: boolean;
  readonly visitTokens: Pick<VisitTokens, 'issue'>;
}

export type PageResponse =
  | { readonly kind: 'page'; readonly prepared: PreparedPage }
  | { readonly kind: 'redirect'; readonly location: string; readonly status: number };

/** Ids of stylesheets that pages of the visit's remote may have. */
export const listStyleIds = (
  visit: Pick<Visit, 'composition' | 'remotes' | 'dev' | 'pathname'>,
  assets: HostAssets,
): string[] =>
  [...assets.pageStyles.map(({ href }) => href), ...(findRemote(visit).remote?.styles.keys() ?? [])].map(getStyleId);

export const findRemote = ({
  composition,
  remotes,
  dev,
  pathname,
}: Pick<Visit, 'composition' | 'remotes' | 'dev' | 'pathname'>) => {
  const id = findRemoteByPath(composition, pathname);
  return { id, remote: id && remotes[id], dev: id && dev[id] };
};

/** Whether a page is one of its visitor's own. Releases of before do not say which are. */
export const isPrivatePage = (chosen: ChosenReleases, pathname: string): boolean => {
  const { remote, dev } = findRemote({ ...chosen, pathname });
  const mounts = dev ? dev.place.privateMounts : remote?.release.privateMounts;
  return remote || dev ? (mounts?.some((mount) => isUnder(mount, pathname)) ?? true) : false;
};

/** Uses the dev server's client, built with development React, if the page has a remote of a dev server. */
const chooseClientAssets = (assets: HostAssets, { dev }: Visit): HostAssets => ({
  ...assets,
  scripts: Object.values(dev)[0]?.clientScripts ?? assets.scripts,
});

const listDevStyles = (visit: Visit, chunks: readonly string[]): string[] => {
  const { dev } = findRemote(visit);
  return dev ? [...dev.styles, ...chunks.flatMap((chunk) => dev.chunkStyles[chunk] ?? [])] : [];
};

const listHashes = (styles: readonly PageStyle[]): string[] => styles.flatMap(({ inline }) => inline?.hash ?? []);

/** Returns "mfe-home@1.4.0", or undefined for a page without a remote. */
const formatRelease = (visit: Visit): string | undefined => {
  const { id, remote } = findRemote(visit);
  return id && remote && `${id}@${remote.release.version}`;
};

/** Describes the error to the remote's developer. Only they get this page. */
const describeDevProblem = (visit: Visit, error: unknown): string | undefined => {
  const { dev, id } = findRemote(visit);
  return dev && error instanceof Error
    ? `${id} was not rendered by the server: ${error.message.split('\n')[0] ?? ''}`
    : undefined;
};

/** What only the page's audience has. Visits of staff are not counted, and nothing of the back office works offline. */
const describeAudience = async (
  { serviceWorker, visitTokens }: PageContext,
  { audience }: Visit,
  composition: Composition,
  failed: string | undefined,
): Promise<Pick<PageData, 'audience' | 'serviceWorker' | 'visitToken'>> =>
  audience === 'staff'
    ? { audience, visitToken: '', serviceWorker: false }
    : { visitToken: await visitTokens.issue(composition, failed), serviceWorker };

/** What the browser needs of them, if it renders the page itself. */
const describeChanges = ({ content: { site } }: PageContext): Pick<PageData, 'changes'> =>
  Object.keys(site).length > 0 ? { changes: site } : {};

const prepareShell = async (context: PageContext, visit: Visit, error?: unknown): Promise<PreparedPage> => {
  const { assets, source } = context;
  const { composition, storefront, theme } = visit;
  const { remote } = findRemote(visit);
  const failed = error instanceof PageError ? formatRelease(visit) : undefined;
  const forAudience = await describeAudience(context, visit, composition, failed);
  const styles = listPageStyles(assets.pageStyles, remote, [], visit.knownStyles);
  const html = buildHtmlDocument({
    changes: context.content.site,
    storefront,
    theme,
    styles,
    html: '',
    data: { composition, source, ...forAudience, ...describeChanges(context), state: null, router: null },
    assets: chooseClientAssets(assets, visit),
    remote,
    chunks: [],
    devStyles: listDevStyles(visit, []),
    problem: describeDevProblem(visit, error),
  });
  return PreparedPage.create(html, 200, storefront, forAudience.visitToken, listHashes(styles));
};

/**
 * Returns the client-rendered shell (architecture.md 4), for pages that could not be rendered. If the page's own
 * release failed, its visit counts as failed, whatever the browser makes of it (decision 0034).
 */
export const renderShell = async (context: PageContext, visit: Visit, error?: unknown): Promise<PageResponse> => {
  context.metrics.pages.inc({ outcome: 'shell' });
  return { kind: 'page', prepared: await prepareShell(context, visit, error) };
};

/** Returns the shell for all visits of a remote. */
export const renderSharedShell = async (context: PageContext, visit: Visit): Promise<FreshPage<PageResponse>> => {
  const prepared = await prepareShell(context, visit);
  return { page: { kind: 'page', prepared }, isComplete: true, bytes: prepared.bytes };
};

/** Replaces the failed release by the previous one. */
const withStandIn = (visit: Visit, id: RemoteId, standIn: LocalRelease): Visit => ({
  ...visit,
  composition: { ...visit.composition, [id]: toPageRelease(standIn, undefined) },
  remotes: { ...visit.remotes, [id]: standIn },
});

interface Rendered {
  readonly result: Rendering;
  readonly isComplete: boolean;
  /** The requested visit, or the one with the stand-in. */
  readonly visit: Visit;
  /** The release that failed or was too slow, as "mfe-home@1.4.0". */
  readonly failed: string | undefined;
}

/**
 * Renders a page, using the previous release if the current one fails. Failures are logged. Rejects if both fail or
 * time out.
 */
const renderWithStandIn = async (
  { renderer, apiOrigin, content, source, mapUrl }: PageContext,
  visit: Visit,
  log: FastifyBaseLogger,
): Promise<Rendered> => {
  const { url, audience, storefront, currency, siteOrigin, hasSession } = visit;
  const site = {
    origin: siteOrigin,
    ...(mapUrl === undefined ? {} : { mapUrl }),
    menuLinks: listMenuLinks(visit.composition),
    ...(audience === 'staff' ? { audience } : {}),
  };
  const { id, remote, dev } = findRemote(visit);
  const isLive = id === undefined || visit.composition[id]?.isOverride !== true;
  const renderWith = async (shown: LocalRelease | undefined): Promise<Pick<Rendered, 'result' | 'isComplete'>> => {
    const release =
      id && dev
        ? { remote: id, version: dev.version, entry: dev.nodeEntry }
        : id && shown
          ? { remote: id, version: shown.release.version, entry: shown.nodeEntry }
          : null;
    const api = new PageApi(apiOrigin, content.current);
    const result = await renderer.render({
      request: { url, storefront, currency, release, site, changes: content.site, source, hasSession },
      callApi: (address, headers) => api.call(address, headers),
      isLive,
    });
    return { result, isComplete: api.isComplete };
  };
  // Only the first path segment is logged, because the rest may contain an order number.
  const page = `/${visit.pathname.split('/')[1] ?? ''}`;
  const described = { page, remote: id, release: dev?.version ?? remote?.release.version };
  try {
    const rendered = await renderWith(remote);
    const { slowMs } = rendered.result;
    if (slowMs === undefined) return { ...rendered, visit, failed: undefined };
    log.warn({ ...described, slowMs }, 'page rendered slowly');
    return { ...rendered, visit, failed: formatRelease(visit) };
  } catch (error) {
    log.error({ ...described, err: describeError(error) }, 'page not rendered');
    const standIn = id && visit.standIns[id];
    // After a timeout there is no time left for a second attempt.
    if (!standIn || !(error instanceof PageError)) throw error;
    const rendered = await renderWith(standIn).catch(() => {
      throw error; // the live release's own error is more useful
    });
    return { ...rendered, visit: withStandIn(visit, id, standIn), failed: formatRelease(visit) };
  }
};

/** Renders a page. Rejects if that fails or times out. */
export const renderPage = async (
  context: PageContext,
  requested: Visit,
  log: FastifyBaseLogger,
): Promise<FreshPage<PageResponse>> => {
  const { metrics, assets, source } = context;
  const { result: rendered, isComplete, visit, failed } = await renderWithStandIn(context, requested, log);
  const { id, remote, dev } = findRemote(visit);
  if (rendered.kind === 'redirect') {
    // The missing remote might have had a route for this path.
    if (id && !remote && !dev) return { page: await renderShell(context, visit), isComplete: false, bytes: 0 };
    metrics.pages.inc({ outcome: 'redirect' });
    return {
      page: { kind: 'redirect', location: rendered.location, status: rendered.status },
      isComplete,
      bytes: REDIRECT_BYTES,
    };
  }
  metrics.pages.inc({ outcome: visit === requested ? 'rendered' : 'stand-in' });
  const { state, router, html, chunks, status } = rendered;
  const forAudience = await describeAudience(context, visit, requested.composition, failed);
  const { composition } = visit;
  const styles = listPageStyles(assets.pageStyles, remote, chunks, visit.knownStyles);
  const document = buildHtmlDocument({
    changes: context.content.site,
    storefront: rendered.storefront,
    theme: visit.theme,
    styles,
    html,
    data: { composition, source, ...forAudience, state, router },
    assets: chooseClientAssets(assets, visit),
    remote,
    chunks,
    devStyles: listDevStyles(visit, chunks),
    siteOrigin: visit.pathname === paths.home ? visit.siteOrigin : undefined,
  });
  const prepared = await PreparedPage.create(
    document,
    status,
    rendered.storefront,
    forAudience.visitToken,
    listHashes(styles),
  );
  return { page: { kind: 'page', prepared }, isComplete, bytes: prepared.bytes };
};
