import { storefronts } from '@shop/contracts/storefronts';
import fastify, { type FastifyInstance } from 'fastify';
import { readHostAssets } from '../HostAssets';
import { aHostDist } from '../testing/aHostDist';
import { webAppRoutes } from './webAppRoutes';

const dist = aHostDist();
let app: FastifyInstance;

beforeAll(async () => {
  app = fastify();
  await app.register(webAppRoutes, {
    assets: readHostAssets(dist.hostDist),
    hostDist: dist.hostDist,
    serviceWorker: false,
    content: { site: {} },
  });
});
afterAll(async () => {
  await app.close();
  dist.remove();
});

const readName = async (url: string): Promise<unknown> => (await app.inject(url)).json<{ name: unknown }>().name;

test('a manifest is that of the default storefront, or of the one that the URL names', async () => {
  expect(await readName('/manifest.webmanifest')).toBe('Oriel');
  expect(await readName('/manifest.webmanifest?store=organic')).toBe('Furrow');
});

test('there is no manifest of an unknown storefront', async () => {
  expect((await app.inject('/manifest.webmanifest?store=pirate')).statusCode).toBe(404);
  expect((await app.inject('/manifest.webmanifest?store=constructor')).statusCode).toBe(404);
});

test.each(Object.values(storefronts))(
  'the icons of $name are served from its folder, also to mails',
  async ({ id }) => {
    for (const file of [`${id}.svg`, `${id}-180.png`, `${id}-maskable-512.png`])
      expect(await app.inject(`/icons/${file}`)).toMatchObject({
        statusCode: 200,
        headers: { 'cross-origin-resource-policy': 'cross-origin' },
      });
  },
);
