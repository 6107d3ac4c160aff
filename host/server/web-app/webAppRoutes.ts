import crypto from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import fastifyStatic from '@fastify/static';
import type { SiteChanges } from '@shop/contracts';
import { DEFAULT_STOREFRONT, isStorefrontId } from '@shop/contracts/storefronts';
import type { FastifyInstance } from 'fastify';
import { OFFLINE_PAGE, SERVICE_WORKER_PATH } from '../../src/service-worker/offlinePage';
import type { HostAssets } from '../HostAssets';
import { allowCrossOrigin } from '../serveFiles';
import { findIconsFolder, mapStorefronts } from '../storefrontFiles';
import { buildOfflineDocument } from './buildOfflineDocument';
import { buildWebAppManifest } from './buildWebAppManifest';

interface WebApp {
  readonly assets: HostAssets;
  readonly hostDist: string;
  /** Kill switch: when false, the served worker unregisters itself. */
  readonly serviceWorker: boolean;
  /** What staff have changed about the storefronts. */
  readonly content: { readonly site: SiteChanges };
}

const ONE_DAY_S = 86_400;
const JAVASCRIPT = 'text/javascript; charset=utf-8';

const digest = (content: string | Buffer): string =>
  `sha256-${crypto.createHash('sha256').update(content).digest('base64')}`;

/**
 * Returns the worker's source with its precache list. It changes with the host's files, so that browsers update it. The
 * worker uses only stored files with these digests.
 */
const buildWorkerSource = (
  code: string,
  offline: string,
  { assets: { styles, offline: files }, hostDist }: WebApp,
): string => {
  const precache = [
    { url: OFFLINE_PAGE, revision: digest(offline), integrity: digest(offline) },
    // their names carry a hash
    ...[...styles, ...files.styles, ...files.scripts].map((url) => ({
      url,
      revision: null,
      integrity: digest(fs.readFileSync(path.join(hostDist, 'web', path.basename(url)))),
    })),
  ];
  return `self.precachedFiles=${JSON.stringify(precache)};${code}`;
};

/** Serves the web app: manifest, icons, service worker and offline page. */
export const webAppRoutes = async (app: FastifyInstance, webApp: WebApp): Promise<void> => {
  const { assets, hostDist, serviceWorker } = webApp;
  const offline = buildOfflineDocument(assets);
  const readWorkerFile = (file: string): string => fs.readFileSync(path.join(hostDist, 'worker', file), 'utf8');
  const worker = serviceWorker
    ? buildWorkerSource(readWorkerFile('worker.js'), offline, webApp)
    : readWorkerFile('unregisterWorker.js');

  app.get(SERVICE_WORKER_PATH, async (_request, reply) =>
    reply.header('cache-control', 'no-cache').type(JAVASCRIPT).send(worker),
  );
  app.get(OFFLINE_PAGE, async (_request, reply) =>
    reply.header('cache-control', 'no-cache').type('text/html; charset=utf-8').send(offline),
  );
  app.get<{ Querystring: { store?: string } }>('/manifest.webmanifest', async (request, reply) => {
    const { store = DEFAULT_STOREFRONT } = request.query;
    if (!isStorefrontId(store)) return reply.code(404).type('text/plain; charset=utf-8').send('Not found');
    reply.header('cache-control', `public, max-age=${ONE_DAY_S}`).type('application/manifest+json; charset=utf-8');
    return reply.send(JSON.stringify(buildWebAppManifest(store, webApp.content.site)));
  });
  await app.register(fastifyStatic, {
    root: Object.values(mapStorefronts(findIconsFolder)),
    prefix: '/icons/',
    index: false,
    decorateReply: false,
    setHeaders: allowCrossOrigin,
    maxAge: ONE_DAY_S * 1_000,
  });
};
