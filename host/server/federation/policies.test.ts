import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import {
  createStorageCaller,
  createToken,
  createDirectAccess,
  HealthCounts,
  promote,
  publishRelease,
  readSigningKey,
  type Registry,
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
import { openTestRegistry } from '@shop/registry/testing/openTestRegistry';

let workspace: string;
let registry: Registry;
let app: FastifyInstance;
let operator: string;
let home: string;
let auth: string;
const SETTINGS = { policy: 'any', siteUrl: 'https://shop.example' } as const;
const assets = { scripts: [], styles: [], offline: { scripts: [], styles: [] }, fonts: mapStorefronts(() => []) };
const inHours = (hours: number): string => new Date(Date.now() + hours * 3_600_000).toISOString();

beforeEach(async () => {
  workspace = await fs.mkdtemp(path.join(os.tmpdir(), 'policies-'));
  registry = openTestRegistry(path.join(workspace, 'registry'));
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
/** As browsers submit a datetime-local field. */
const field = (iso: string): string => iso.slice(0, 16);

describe('freeze windows', () => {
  test('are listed if current or upcoming, with a button to end those that the viewer may change', async () => {
    await beside().freeze({ to: inHours(1), remotes: [], reason: 'stock is counted' });
    const { id } = await createDirectAccess(registry, {
      name: 'home-team',
      isOperator: false,
      requireRights: () => undefined,
    }).freeze({ from: inHours(5), to: inHours(6), remotes: ['mfe-home'], reason: 'a demo' });
    const [ofOperator, ofHome, ofAuth] = [await page(operator), await page(home), await page(auth)];
    for (const body of [ofOperator, ofHome, ofAuth])
      for (const text of ['stock is counted', 'in force', 'a demo']) expect(body).toContain(text);
    const ends = (body: string) => [body.includes('>End<'), body.includes('>Cancel<')];
    expect([ends(ofOperator), ends(ofHome), ends(ofAuth)]).toEqual([
      [true, true],
      [false, true],
      [false, false],
    ]);
    expect((await press(home, 'end-freeze', { id })).body).toContain('The freeze has ended.');
    expect((await beside().listFreezes()).map(({ reason }) => reason)).toEqual(['stock is counted']);
  });

  test('can be created by a team for its own remotes, and by an operator for all', async () => {
    const times = { from: field(inHours(-1)), to: field(inHours(2)) };
    expect(await page(home)).not.toContain('<option value="all">');
    expect(await page(operator)).toContain('<option value="all">');
    expect((await press(home, 'freeze', { ...times, remotes: 'mfe-home', reason: 'a demo' })).body).toContain(
      'Frozen from',
    );
    expect((await press(home, 'promote', { remote: 'mfe-home', version: '1.1.0' })).body).toContain(
      'by home-team: a demo',
    );
    expect((await press(home, 'freeze', { ...times, remotes: 'mfe-auth', reason: 'theirs' })).body).toContain(
      'not for mfe-auth',
    );
    expect((await press(home, 'freeze', { ...times, remotes: 'all', reason: 'everybody' })).body).toContain(
      'Only operators may freeze all remotes',
    );
    expect((await press(home, 'freeze', { ...times, remotes: 'mfe-home', reason: '\u001b[2Jgone' })).body).toContain(
      'The reason for the freeze contains control characters',
    );
    expect((await press(operator, 'freeze', { ...times, reason: 'of what?' })).statusCode).toBe(409);
    expect((await press(operator, 'freeze', { ...times, remotes: 'all', reason: 'everybody' })).statusCode).toBe(200);
    expect((await beside().listFreezes()).map(({ reason, remotes }) => [reason, remotes])).toEqual([
      ['a demo', ['mfe-home']],
      ['everybody', undefined],
    ]);
    expect((await registry.readComposition()).live['mfe-home']).toBe('1.0.0');
  });
});

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

test('a pending request can be approved by another person, but not by its author', async () => {
  await publishRelease(
    registry,
    builtRemote({ version: '2.0.0', text: 'two', needsSecondPerson: true }),
    'home-team',
    new Date(),
  );
  const second = await createToken(registry, 'home-second', ['mfe-home'], new Date());
  expect((await press(home, 'promote', { remote: 'mfe-home', version: '2.0.0' })).body).toContain(
    'mfe-home 2.0.0 is not live yet. A second person must approve it',
  );
  const [{ id } = { id: '' }] = await beside().listRequests();
  const buttons = (body: string) => ['Approve', 'Decline'].map((label) => body.includes(`>${label}<`));
  expect(await Promise.all([home, second, operator, auth].map(async (token) => buttons(await page(token))))).toEqual([
    [false, true],
    [true, true],
    [true, true],
    [false, false],
  ]);
  expect((await press(home, 'approve', { id })).body).toContain(
    'home-team requested this; somebody else has to approve it',
  );
  expect((await press(auth, 'approve', { id })).body).toContain('not for mfe-home');
  expect((await registry.readComposition()).live['mfe-home']).toBe('1.0.0');
  expect((await press(second, 'approve', { id })).body).toContain('Approved: mfe-home 2.0.0.');
  expect(await registry.readComposition()).toMatchObject({ live: { 'mfe-home': '2.0.0' } });
  expect((await registry.readComposition()).history.at(-1)).toMatchObject({
    reason: 'asked for by home-team, approved by home-second',
  });
});
