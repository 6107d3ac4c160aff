import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import {
  createStorageCaller,
  createToken,
  createDirectAccess,
  FileStorage,
  HealthCounts,
  promote,
  publishRelease,
  readSigningKey,
  Registry,
  WebhookDispatcher,
  DEFAULT_LIMITS,
} from '@shop/registry';
import { aHost, builtRemote } from '@shop/registry/testing/builtRemote';
import { startReceiver } from '@shop/registry/testing/startReceiver';
import fastify, { type FastifyInstance } from 'fastify';
import { LiveComposition } from '../releases/LiveComposition';
import { LocalReleases } from '../releases/LocalReleases';
import { mapStorefronts } from '../storefrontFiles';
import { federationRoutes } from './federationRoutes';

let workspace: string;
let registry: Registry;
let app: FastifyInstance;
let operator: string;
let home: string;
let auth: string;
const SETTINGS = { policy: 'any', siteUrl: 'https://shop.example' } as const;
const assets = { scripts: [], styles: [], offline: { scripts: [], styles: [] }, fonts: mapStorefronts(() => []) };

beforeEach(async () => {
  workspace = await fs.mkdtemp(path.join(os.tmpdir(), 'webhooks-'));
  registry = new Registry(new FileStorage(path.join(workspace, 'registry')));
  for (const version of ['1.0.0', '1.1.0'])
    await publishRelease(registry, builtRemote({ version, text: version }), 'home-team', new Date());
  await publishRelease(
    registry,
    builtRemote({ remote: 'mfe-auth', version: '1.0.0', mounts: ['/orders'] }),
    'auth-team',
    new Date(),
  );
  await promote(registry, { 'mfe-home': '1.0.0', 'mfe-auth': '1.0.0' }, { by: 'ops', now: new Date() });
  [operator, home, auth] = [
    await createToken(registry, 'ops', '*', new Date()),
    await createToken(registry, 'home-team', ['mfe-home'], new Date()),
    await createToken(registry, 'auth-team', ['mfe-auth'], new Date()),
  ];
  app = fastify({ trustProxy: true });
  const local = new LocalReleases(registry, path.join(workspace, 'cache'));
  const live = new LiveComposition(registry, local, aHost(), () => undefined);
  await federationRoutes(
    app,
    {
      registry,
      local,
      live,
      health: new HealthCounts(registry.storage, 'one'),
      limits: DEFAULT_LIMITS,
      webhooks: SETTINGS,
      signingKey: () => readSigningKey(registry),
    },
    { assets, production: true },
  );
});
afterEach(async () => {
  await app.close();
  await fs.rm(workspace, { recursive: true, force: true });
});

const form = (fields: Readonly<Record<string, string>>, cookie = '') => ({
  method: 'POST' as const,
  headers: { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin', cookie },
  payload: new URLSearchParams(fields).toString(),
});
const signIn = async (token: string): Promise<string> =>
  String((await app.inject({ url: '/federation/sign-in', ...form({ token }) })).headers['set-cookie']).split(';')[0] ??
  '';
const press = async (token: string, action: string, fields: Readonly<Record<string, string>>) =>
  app.inject({ url: `/federation/${action}`, ...form(fields, await signIn(token)) });
const page = async (token: string): Promise<string> =>
  (await app.inject({ url: '/federation', headers: { cookie: await signIn(token) } })).body;
const beside = () => createDirectAccess(registry, createStorageCaller('ops'), { webhooks: SETTINGS });

describe('webhooks', () => {
  test('are listed for those who may change them, with the last delivery, without the secret and the full URL', async () => {
    const receiver = await startReceiver();
    const all = await beside().addWebhook({ url: `${receiver.url}/all?key=hidden`, remotes: [], events: [] });
    const ofAuth = await beside().addWebhook({ url: receiver.url, remotes: ['mfe-auth'], events: [] });
    receiver.respondWith(500);
    await promote(registry, { 'mfe-home': '1.1.0' }, { by: 'home-team', now: new Date() });
    await new WebhookDispatcher(registry, SETTINGS).run(new Date());
    const [ofOperator, seenByAuth, seenByHome] = [await page(operator), await page(auth), await page(home)];
    for (const text of [
      new URL(receiver.url).origin,
      'live of mfe-home 1.1.0 failed, will be retried',
      'it responded with 500',
      '1 waiting',
    ])
      expect(ofOperator).toContain(text);
    expect(
      [all.id, ofAuth.id].map((id) => [ofOperator, seenByAuth, seenByHome].map((body) => body.includes(id))),
    ).toEqual([
      [true, false, false],
      [true, true, false],
    ]);
    for (const hidden of [all.secret, ofAuth.secret, 'key=hidden', '/hooks']) expect(ofOperator).not.toContain(hidden);

    receiver.respondWith(204);
    expect((await press(home, 'remove-webhook', { id: ofAuth.id })).body).toContain(`You have no webhook ${ofAuth.id}`);
    expect((await press(auth, 'test-webhook', { id: ofAuth.id })).body).toContain('The test was delivered.');
    expect((await press(auth, 'remove-webhook', { id: ofAuth.id })).body).toContain('The webhook was removed.');
    expect((await beside().listWebhooks()).map(({ id }) => id)).toEqual([all.id]);
    await receiver.stop();
  });
});
