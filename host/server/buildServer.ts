import type { IncomingHttpHeaders } from 'node:http';
import path from 'node:path';
import httpProxy from '@fastify/http-proxy';
import type { Registry } from '@shop/federation/registry';
import fastify, { LogController, type FastifyInstance, type FastifyServerOptions } from 'fastify';
import type { HostConfig } from './config';
import { readHostAssets } from './HostAssets';
import { rumRoutes } from './rum/rumRoutes';
import { federationRoutes } from './federation/federationRoutes';
import { openReleases } from './releases/releaseServices';
import { createRenderPool } from './RenderPool';
import { securityHeaders } from './securityHeaders';
import { serveFiles } from './serveFiles';
import { servePages, siteOrigin } from './servePages';
import { webAppRoutes } from './web-app/webAppRoutes';

const RENDERERS = 1;

/** Search engines leave out what is a shopper's own. */
const robotsText = (origin: string): string =>
  ['User-agent: *', ...['/api/', '/federation', '/auth/', '/account', '/dashboard', '/orders', '/addresses', '/cart', '/checkout'].map((path) => `Disallow: ${path}`), `Sitemap: ${new URL('/sitemap.xml', origin).href}`, ''].join('\n');

/** The server of the unified URL: pages, released bundles, pictures, and the API behind it. */
export const buildServer = async (config: HostConfig, registry: Registry, logger: FastifyServerOptions['logger'] = false): Promise<FastifyInstance> => {
  const app = fastify({
    logger,
    logController: new LogController({ disableRequestLogging: true }),
    routerOptions: { maxParamLength: 256 },
    forceCloseConnections: true,
    trustProxy: (_address, hop) => hop < config.trustedProxies,
  });
  const renderer = createRenderPool(path.join(config.hostDist, 'node/server.js'), RENDERERS);
  app.addHook('onClose', () => renderer.close());

  securityHeaders(app);
  app.get('/health', async () => ({ status: true }));
  const answerUnavailable = { onError: (reply: { code(status: number): { send(body: unknown): unknown } }) => void reply.code(503).send(API_DOWN) };
  // The API counts tries by address: it is told the one this server was called from, whatever the caller says.
  const rewriteRequestHeaders = (request: { readonly ip: string }, headers: IncomingHttpHeaders): IncomingHttpHeaders => ({
    ...headers,
    'x-forwarded-for': request.ip,
  });
  await app.register(httpProxy, { upstream: config.apiOrigin, prefix: '/api', rewritePrefix: '/api', replyOptions: { ...answerUnavailable, rewriteRequestHeaders } });
  // The API knows every product: search engines find its list where they look for it.
  for (const [prefix, rewritePrefix] of [['/sitemap.xml', '/api/sitemap.xml'], ['/sitemaps', '/api/sitemaps']] as const) {
    await app.register(httpProxy, { upstream: config.apiOrigin, prefix, rewritePrefix, httpMethods: ['GET', 'HEAD'], replyOptions: answerUnavailable });
  }
  app.get('/robots.txt', async (request, reply) => reply.type('text/plain; charset=utf-8').send(robotsText(siteOrigin(request, config.publicUrl))));
  if (!config.production) {
    await app.register(httpProxy, { upstream: config.apiOrigin, prefix: '/dev', rewritePrefix: '/api/dev', replyOptions: answerUnavailable });
  }
  const assets = readHostAssets(config.hostDist);
  const releases = openReleases(app, registry, config);
  await rumRoutes(app, releases);
  await federationRoutes(app, releases, { assets, production: config.production });
  await webAppRoutes(app, { assets, hostDist: config.hostDist, serviceWorker: config.serviceWorker });
  await serveFiles(app, config, releases.local);
  servePages(app, {
    assets,
    releases,
    overrides: config.overrides,
    renderer,
    apiOrigin: config.apiOrigin,
    source: config.source,
    serviceWorker: config.serviceWorker,
    publicUrl: config.publicUrl,
  });
  return app;
};

const API_DOWN = { status: false, success: false, code: 'UNAVAILABLE', message: 'The shop is resting for a moment. Please try again.' };
