import crypto from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import fastifyStatic from '@fastify/static';
import { DEFAULT_STOREFRONT, isStorefrontId } from '@shop/shared/storefronts';
import type { FastifyInstance } from 'fastify';
import { OFFLINE_PAGE, SERVICE_WORKER_PATH } from '../../src/service-worker/offlinePage';
import type { HostAssets } from '../HostAssets';
import { findIconsFolder, mapStorefronts } from '../storefrontFiles';
import { buildOfflineDocument } from './buildOfflineDocument';
import { buildWebAppManifest } from './buildWebAppManifest';

interface WebApp {
  readonly assets: HostAssets;
  readonly hostDist: string;
  /** Kill switch: when false, the served worker unregisters itself. */
  readonly serviceWorker: boolean;
}

const ONE_DAY_S = 86_400;
const JAVASCRIPT = 'text/javascript; charset=utf-8';

/** Returns the worker's source with its precache list. It changes with the host's files, so that browsers update it. */
const buildWorkerSource = (code: string, offline: string, { styles, offline: files }: HostAssets): string => {
  const precache = [
    { url: OFFLINE_PAGE, revision: crypto.createHash('sha256').update(offline).digest('hex').slice(0, 16) },
    // their names carry a hash
    ...[...styles, ...files.styles, ...files.scripts].map((url) => ({ url, revision: null })),
  ];
  return `self.__WB_MANIFEST=${JSON.stringify(precache)};${code}`;
};

/** Serves the web app: manifest, icons, service worker and offline page. */
export const webAppRoutes = async (
  app: FastifyInstance,
  { assets, hostDist, serviceWorker }: WebApp,
): Promise<void> => {
  const offline = buildOfflineDocument(assets);
  const readWorkerFile = (file: string): string => fs.readFileSync(path.join(hostDist, 'worker', file), 'utf8');
  const worker = serviceWorker
    ? buildWorkerSource(readWorkerFile('worker.js'), offline, assets)
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
    return reply.send(JSON.stringify(buildWebAppManifest(store)));
  });
  await app.register(fastifyStatic, {
    root: Object.values(mapStorefronts(findIconsFolder)),
    prefix: '/icons/',
    index: false,
    decorateReply: false,
    maxAge: ONE_DAY_S * 1_000,
  });
};
