import path from 'node:path';
import { CrashCounts, readLocalRefusals, type Registry } from '@shop/registry';
import type { ObjectStorage } from '@shop/server-kit/storage/ObjectStorage';
import { isNetworkIsolated } from '@shop/runtime/isolatedNode';
import { describeError } from '@shop/server-kit/observability/describeError';
import { drainConnections } from '@shop/server-kit/lifecycle/drainConnections';
import { observeRequests } from '@shop/server-kit/observability/observeRequests';
import { serverOptions } from '@shop/server-kit/http/serverOptions';
import { closeUnreadBodies } from '@shop/server-kit/http/closeUnreadBodies';
import { drainRefusedBodies } from '@shop/server-kit/http/drainRefusedBodies';
import { addSecurityHeaders } from '@shop/server-kit/http/securityHeaders';
import type { Tracing } from '@shop/server-kit/observability/spans';
import fastify, { type FastifyInstance, type FastifyServerOptions } from 'fastify';
import type { HostConfig } from './config';
import { DevServers } from './dev-servers/DevServers';
import { readHostAssets } from './HostAssets';
import { PictureCopies } from './media/PictureCopies';
import { createHostMetrics, registerReleaseGauges, type HostMetrics } from './observability/hostMetrics';
import { observeRenderPool } from './observability/observeRenderPool';
import { rumRoutes } from './rum/rumRoutes';
import { createVisitTokens } from './rum/visitTokens';
import { federationRoutes } from './federation/federationRoutes';
import { ensureNodeBuildDirectory } from './releases/LocalReleases';
import { openReleaseServices } from './releases/releaseServices';
import { createRenderPool, type RenderPoolEvents } from './pages/RenderPool';
import type { RendererSettings } from './pages/Renderer';
import { handleInvalidUrl, handleMalformedRequest, refuseAmbiguousPaths, refuseInvalidHosts } from './protocolErrors';
import { previewRoutes } from './preview/previewRoutes';
import { proxyApi } from './proxyApi';
import { healthRoutes } from './readiness';
import { SECURITY_HEADERS } from './securityHeaders';
import { separateOrigins } from './separateOrigins';
import { serveFiles } from './serveFiles';
import { ContentVersion } from './pages/ContentVersion';
import { servePages, getSiteOrigin } from './pages/servePages';
import { followReleases } from './pages/followReleases';
import type { RemoteId } from '@shop/runtime/remotes';
import type { RemoteReleases } from './releases/LiveComposition';
import { webAppRoutes } from './web-app/webAppRoutes';

/**
 * For request bodies that this server parses itself. Release uploads have their own limit; API calls are passed through
 * under the API's limits.
 */
const BODY_LIMIT_BYTES = 32_768;
/** Release uploads take long (ops/nginx/nginx.conf allows the same time). */
const REQUEST_TIMEOUT_MS = 120_000;

/** Keeps visitors' own pages out of search engines. */
const buildRobotsTxt = (origin: string, releases: ReadonlyMap<RemoteId, RemoteReleases>): string =>
  [
    'User-agent: *',
    ...['/api/', '/federation', ...[...releases.values()].flatMap(({ live }) => live?.release.privateMounts ?? [])].map(
      (path) => `Disallow: ${path}`,
    ),
    `Sitemap: ${new URL('/sitemap.xml', origin).href}`,
    '',
  ].join('\n');

/** Of a body that no route of the host takes: forms and reports are small, and anyone can send endless ones. */
const MAX_DRAINED_BYTES = 512 * 1024;

interface ServerParts {
  readonly metrics?: HostMetrics;
  readonly tracing?: Tracing;
  /** Where pictures of products are; in MEDIA_DIR by default. */
  readonly pictures?: Pick<ObjectStorage, 'read'> | undefined;
}

/** Builds the server for the shop's public URL: pages, released bundles, media, and the proxy to the API. */
export const buildServer = async (
  config: HostConfig,
  registry: Registry,
  logger: FastifyServerOptions['logger'] = false,
  { metrics = createHostMetrics(), tracing, pictures }: ServerParts = {},
): Promise<FastifyInstance> => {
  const app = fastify({
    logger,
    ...serverOptions({ trustedProxies: config.trustedProxies, requestTimeoutMs: REQUEST_TIMEOUT_MS }),
    bodyLimit: BODY_LIMIT_BYTES,
    // A redirect to `//name` would lead to another site.
    rewriteUrl: ({ url = '/' }) => url.replace(/^[/\\]{2,}/, '/'),
    frameworkErrors: handleInvalidUrl,
    clientErrorHandler: handleMalformedRequest,
  });
  observeRequests(app, { metrics: metrics.requests, tracing, continuesTraces: false });
  drainConnections(app);
  closeUnreadBodies(app);
  drainRefusedBodies(app, MAX_DRAINED_BYTES);
  const crashes = new CrashCounts();
  const events: RenderPoolEvents = {
    onUncaughtError: (error) => app.log.error({ err: describeError(error) }, 'uncaught error in page code'),
    onCrash: (release, isLive, reason, pausedMs) => {
      app.log.error({ release, isLive, reason, pausedMs }, 'a release crashed its renderer');
      if (isLive) crashes.record(release, reason, new Date());
    },
  };
  const rendering: RendererSettings = {
    bundle: path.join(config.hostDist, 'node/server.js'),
    releases: ensureNodeBuildDirectory(config.releaseCacheDirectory),
  };
  const renderer = observeRenderPool(createRenderPool(rendering, events), { metrics, tracing });
  app.addHook('onClose', () => renderer.close());
  if (!isNetworkIsolated())
    app.log.warn('releases are rendered with access to the network (docs/operations.md, Renderers)');

  // Production has an https PUBLIC_URL (requirePublicUrl).
  addSecurityHeaders(app, SECURITY_HEADERS, { https: config.production });
  refuseAmbiguousPaths(app);
  refuseInvalidHosts(app);
  const findAudience = separateOrigins(app, config.origins);
  await proxyApi(app, config);
  const assets = readHostAssets(config.hostDist);
  // They only explain what is missing: without a registry, the last good releases are shown all the same.
  const localRefusals = config.production ? {} : await readLocalRefusals(registry).catch(() => ({}));
  const releases = openReleaseServices(app, registry, { ...config, crashes, localRefusals });
  followReleases(app, releases.live, renderer);
  app.get('/robots.txt', async (request, reply) =>
    reply
      .type('text/plain; charset=utf-8')
      .send(buildRobotsTxt(getSiteOrigin(request, config.publicUrl), await releases.live.getReleasesFor('shoppers'))),
  );
  registerReleaseGauges(metrics.register, releases.live);
  healthRoutes(app, { live: releases.live, renderer });
  const visitTokens = createVisitTokens(releases.signingKey);
  await rumRoutes(app, { ...releases, metrics, visitTokens });
  const { production, publicUrl, hostDist } = config;
  const { url } = config.origins.federation;
  const own = url === undefined ? undefined : { url, hostDist };
  await federationRoutes(app, releases, { assets, production, publicUrl, own });
  await previewRoutes(app, { releases, policy: config.overrides, findAudience });
  const content = new ContentVersion(config.apiOrigin);
  if (config.source === 'api') {
    app.addHook('onReady', () => content.follow());
    app.addHook('onClose', async () => content.stop());
  }
  await webAppRoutes(app, { assets, hostDist: config.hostDist, serviceWorker: config.serviceWorker, content });
  await serveFiles(
    app,
    config,
    releases,
    findAudience,
    pictures && new PictureCopies(pictures, config.mediaDirectory, path.join(config.releaseCacheDirectory, 'pictures')),
  );
  servePages(app, {
    assets,
    releases,
    metrics,
    overrides: config.overrides,
    devServers: new DevServers(config.releaseCacheDirectory),
    renderer,
    apiOrigin: config.apiOrigin,
    source: config.source,
    mapUrl: config.mapUrl,
    serviceWorker: config.serviceWorker,
    visitTokens,
    publicUrl: config.publicUrl,
    adminUrl: config.origins.admin,
    findAudience,
    cacheLimits: config.pageCache,
    content,
    rendersPerSecond: config.rendersPerSecond,
  });
  return app;
};
