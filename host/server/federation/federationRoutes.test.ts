import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import {
  createToken,
  endCanary,
  HealthCounts,
  promote,
  publishRelease,
  readSigningKey,
  type Registry,
  revokeToken,
  startCanary,
  DEFAULT_LIMITS,
} from '@shop/registry';
import { aHost, builtRemote } from '@shop/registry/testing/builtRemote';
import * as Type from '@sinclair/typebox';
import { Check } from '@sinclair/typebox/value';
import fastify, { type FastifyInstance } from 'fastify';
import { LiveComposition } from '../releases/LiveComposition';
import { LocalReleases } from '../releases/LocalReleases';
import { federationRoutes } from './federationRoutes';
import { openTestRegistry } from '@shop/registry/testing/openTestRegistry';

let workspace: string;
let registry: Registry;
let app: FastifyInstance;
let operator: string;
let team: string;
const noon = new Date('2026-01-01T12:00:00Z');
const EIGHT_HOURS_MS = 8 * 3_600_000;
const NOT_THE_DATE = [
  'hrtime',
  'nextTick',
  'performance',
  'queueMicrotask',
  'setImmediate',
  'clearImmediate',
  'setInterval',
  'clearInterval',
  'setTimeout',
  'clearTimeout',
] as const;
const context = { by: 'home-team', now: noon };
const assets = {
  scripts: [],
  styles: ['/assets/client.css'],
  offline: { scripts: [], styles: [] },
  pageStyles: [],
  earlyInput: { script: '', hash: '' },
};

const start = async (production: boolean): Promise<FastifyInstance> => {
  const server = fastify({ trustProxy: true });
  const local = new LocalReleases(registry, path.join(workspace, 'cache'));
  const live = new LiveComposition(registry, local, aHost(), () => undefined);
  await federationRoutes(
    server,
    {
      registry,
      local,
      live,
      health: new HealthCounts(registry.storage, 'one'),
      limits: DEFAULT_LIMITS,
      signingKey: () => readSigningKey(registry),
    },
    { assets, production },
  );
  return server;
};

beforeAll(async () => {
  workspace = await fs.mkdtemp(path.join(os.tmpdir(), 'federation-'));
  registry = openTestRegistry(path.join(workspace, 'registry'));
  await registry.announceHost('one', aHost(), new Date());
  for (const version of ['1.0.0', '1.1.0', '1.2.0'])
    await publishRelease(registry, builtRemote({ version, text: version }), 'home-team', noon);
  await promote(registry, { 'mfe-home': '1.0.0' }, context);
  await promote(registry, { 'mfe-home': '1.1.0' }, { ...context, now: new Date('2026-01-02T12:00:00Z') });
  operator = await createToken(registry, 'operator', '*', noon);
  team = await createToken(registry, 'auth-team', ['mfe-auth'], noon);
  app = await start(true);
});
afterAll(async () => {
  await app.close();
  await fs.rm(workspace, { recursive: true, force: true });
});

const form = (
  fields: Readonly<Record<string, string>>,
  cookie = '',
  headers: Readonly<Record<string, string>> = { 'sec-fetch-site': 'same-origin' },
) => ({
  method: 'POST' as const,
  headers: { 'content-type': 'application/x-www-form-urlencoded', cookie, ...headers },
  payload: new URLSearchParams(fields).toString(),
});

const signIn = async (token: string, server = app): Promise<string> => {
  const answer = await server.inject({ url: '/federation/sign-in', ...form({ token }) });
  expect(answer.statusCode).toBe(303);
  const cookie = String(answer.headers['set-cookie']);
  expect(cookie).toMatch(/HttpOnly/);
  expect(cookie).toMatch(/SameSite=Strict/);
  return cookie.split(';')[0] ?? '';
};
/** Starts a session at the given time. */
const signInAt = async (then: Date, server: FastifyInstance): Promise<string> => {
  jest.useFakeTimers({ now: then, doNotFake: [...NOT_THE_DATE] });
  try {
    return await signIn(operator, server);
  } finally {
    jest.useRealTimers();
  }
};
const look = async (cookie: string, server: FastifyInstance): Promise<number> =>
  (await server.inject({ url: '/federation', headers: { cookie } })).statusCode;
const live = async (): Promise<string | undefined> => (await registry.readComposition()).live['mfe-home'];

test('the page requires a session in production; in development it is public and read-only', async () => {
  const closed = await app.inject('/federation');
  expect(closed.statusCode).toBe(401);
  expect(closed.body).not.toContain('mfe-home');
  const open = await start(false);
  const shown = await open.inject('/federation');
  expect(shown.statusCode).toBe(200);
  expect(shown.body).toContain('mfe-home');
  expect(shown.body).not.toContain('Roll back to');
  await open.close();
});

test('shows live releases, a canary, singletons, and the history with authors and reasons', async () => {
  await startCanary(registry, 'mfe-home', '1.2.0', 10, { ...context, reason: 'a look' });
  const { body } = await app.inject({ url: '/federation', headers: { cookie: await signIn(operator) } });
  for (const text of [
    '<b class="version">1.1.0</b>',
    '10 %',
    'host h1',
    '19.3.1',
    '^19.3.1',
    'a look',
    'Roll back to 1.0.0',
    'End the canary',
  ])
    expect(body).toContain(text);
  await endCanary(registry, 'mfe-home', undefined, context);
});

test('shows the current step of a ramp', async () => {
  await promote(registry, { 'mfe-home': '1.2.0' }, context, { visits: 100, stepMs: 600_000 });
  const server = await start(true);
  const { body } = await server.inject({ url: '/federation', headers: { cookie: await signIn(operator, server) } });
  await server.close();
  for (const text of ['1 %', 'step 1 of 3, promoted in steps', 'End the canary']) expect(body).toContain(text);
  await endCanary(registry, 'mfe-home', undefined, context);
});

test('rolls back with one click and records who did', async () => {
  const cookie = await signIn(operator);
  const answer = await app.inject({
    url: '/federation/rollback',
    ...form({ remote: 'mfe-home', to: '1.0.0' }, cookie),
  });
  expect(answer.body).toContain('mfe-home was rolled back to 1.0.0.');
  expect(await live()).toBe('1.0.0');
  expect((await registry.readComposition()).history.at(-1)).toMatchObject({ by: 'operator', action: 'rollback' });
  await app.inject({ url: '/federation/promote', ...form({ remote: 'mfe-home', version: '1.1.0' }, cookie) });
  const { id = '' } = (await registry.readComposition()).history.at(-1) ?? {};
  expect((await app.inject({ url: '/federation/revert', ...form({ id }, cookie) })).body).toContain(
    'The change was reverted.',
  );
  expect(await live()).toBe('1.0.0');
});

test.each([
  ['a request without a session', async () => '', 401],
  ["another team's token", () => signIn(team), 409],
  ['a forged session', async () => 'federation_session=operator~9999999999~AAAA', 401],
])('%s cannot change anything', async (_who, cookie, status) => {
  const before = await live();
  const answer = await app.inject({
    url: '/federation/promote',
    ...form({ remote: 'mfe-home', version: '1.2.0' }, await cookie()),
  });
  expect(answer.statusCode).toBe(status);
  expect(await live()).toBe(before);
});

test("another team's token cannot revert changes of other remotes", async () => {
  await promote(registry, { 'mfe-home': '1.2.0' }, { ...context, now: new Date('2026-01-05T12:00:00Z') });
  const answer = await app.inject({
    url: '/federation/revert',
    ...form({ id: (await registry.readComposition()).history.at(-1)?.id ?? '' }, await signIn(team)),
  });
  expect(answer.body).toContain('is not for mfe-home');
  expect(await live()).toBe('1.2.0');
});

test.each<[string, Readonly<Record<string, string>>]>([
  ['another site', { 'sec-fetch-site': 'cross-site' }],
  ['another subdomain', { 'sec-fetch-site': 'same-site' }],
  ['another site, by an old browser', { origin: 'https://evil.example' }],
])('rejects a form on %s', async (_where, headers) => {
  const before = await live();
  const answer = await app.inject({
    url: '/federation/promote',
    ...form({ remote: 'mfe-home', version: '1.0.0' }, await signIn(operator), headers),
  });
  expect(answer.statusCode).toBeGreaterThanOrEqual(400);
  expect(await live()).toBe(before);
});

test('rejects a wrong token, and limits sign-ins to ten a minute', async () => {
  const server = await start(true);
  const answers = [];
  for (let n = 0; n < 12; n += 1)
    answers.push((await server.inject({ url: '/federation/sign-in', ...form({ token: `operator.${n}` }) })).statusCode);
  expect(answers.filter((status) => status === 401)).toHaveLength(10);
  expect(answers.filter((status) => status === 429)).toHaveLength(2);
  await server.close();
});

test('a session ends on sign-out, and when its token is revoked', async () => {
  const token = await createToken(registry, 'leaving', '*', noon);
  const cookie = await signIn(token);
  expect((await app.inject({ url: '/federation', headers: { cookie } })).statusCode).toBe(200);
  await revokeToken(registry, 'leaving');
  expect((await app.inject({ url: '/federation', headers: { cookie } })).statusCode).toBe(401);
  const out = await app.inject({ url: '/federation/sign-out', ...form({}, await signIn(operator)) });
  expect(String(out.headers['set-cookie'])).toContain('Max-Age=0');
});

test('signing out everywhere or replacing a token ends all of its sessions, but not those of others', async () => {
  const server = await start(true);
  const see = (cookie: string): Promise<number> => look(cookie, server);
  const token = await createToken(registry, 'laptops', '*', noon);
  const [one, two, other] = [await signIn(token, server), await signIn(token, server), await signIn(operator, server)];
  const forged = await server.inject({
    url: '/federation/sign-out-everywhere',
    ...form({}, one, { 'sec-fetch-site': 'cross-site' }),
  });
  expect(forged.statusCode).toBeGreaterThanOrEqual(400);
  expect(await see(two)).toBe(200);
  const out = await server.inject({ url: '/federation/sign-out-everywhere', ...form({}, one) });
  expect({ status: out.statusCode, cookie: String(out.headers['set-cookie']) }).toEqual({
    status: 303,
    cookie: expect.stringContaining('Max-Age=0'),
  });
  expect(await Promise.all([one, two, other].map(see))).toEqual([401, 401, 200]);
  const again = await signIn(token, server);
  expect(await see(again)).toBe(200);
  await server.inject({ url: '/federation/sign-out-everywhere', ...form({}, await signIn(token, server)) });
  expect(await see(again)).toBe(401); // works a second time
  const last = await signIn(token, server);
  await revokeToken(registry, 'laptops');
  await createToken(registry, 'laptops', '*', noon);
  expect(await see(last)).toBe(401);
  await server.close();
});

test('replacing a token ends its sessions even without an earlier sign-out everywhere', async () => {
  const server = await start(true);
  const cookie = await signIn(await createToken(registry, 'laptop', '*', noon), server);
  expect(await look(cookie, server)).toBe(200);
  await revokeToken(registry, 'laptop');
  await createToken(registry, 'laptop', '*', noon);
  expect(await look(cookie, server)).toBe(401);
  await server.close();
});

test('a session expires after eight hours, even if the browser keeps the cookie', async () => {
  const server = await start(true);
  expect(await look(await signInAt(new Date(Date.now() - EIGHT_HOURS_MS + 60_000), server), server)).toBe(200);
  expect(await look(await signInAt(new Date(Date.now() - EIGHT_HOURS_MS - 1_000), server), server)).toBe(401);
  await server.close();
});

describe('a change more than five minutes after signing in', () => {
  const MINUTES_MS = 60_000;
  let server: FastifyInstance;
  const press = (cookie: string, fields: Readonly<Record<string, string>> = {}) =>
    server.inject({
      url: '/federation/promote',
      ...form({ remote: 'mfe-home', version: '1.0.0', view: 'mfe-home', ...fields }, cookie),
    });
  const signInAgo = (minutes: number) => signInAt(new Date(Date.now() - minutes * MINUTES_MS), server);
  beforeEach(async () => {
    server = await start(true);
    await promote(registry, { 'mfe-home': '1.2.0' }, { ...context, now: new Date() });
  });
  afterEach(() => server.close());

  test('is not made, but asks for the token and says what will be done', async () => {
    const answer = await press(await signInAgo(5.1), { reason: 'too <b>loud</b>' });
    expect(answer.statusCode).toBe(401);
    expect(answer.body).toContain('Promote mfe-home 1.0.0');
    expect(answer.body).toContain('action="/federation/promote"');
    for (const [name, value] of Object.entries({ remote: 'mfe-home', version: '1.0.0', view: 'mfe-home' }))
      expect(answer.body).toContain(`name="${name}" value="${value}"`);
    expect(answer.body).toContain('name="reason" value="too &lt;b&gt;loud&lt;/b&gt;"');
    expect(await live()).toBe('1.2.0');
  });

  test('is made with the token, which starts a new session', async () => {
    const answer = await press(await signInAgo(300), { token: operator });
    expect(answer.body).toContain('mfe-home 1.0.0 is now live.');
    expect(answer.body).toContain('Signed in as operator');
    expect(await live()).toBe('1.0.0');
    const cookie = String(answer.headers['set-cookie']).split(';')[0] ?? '';
    await promote(registry, { 'mfe-home': '1.2.0' }, { ...context, now: new Date() });
    expect((await press(cookie)).statusCode).toBe(200);
  });

  test('is not made with a wrong token, nor with a token that has no rights', async () => {
    const wrong = await press(await signInAgo(6), { token: 'operator.wrong' });
    expect(wrong.statusCode).toBe(401);
    expect(wrong.body).toContain('This token is unknown or has been revoked.');
    expect(wrong.body).toContain('name="version" value="1.0.0"');
    expect(wrong.body).not.toContain('operator.wrong');
    expect((await press(await signInAgo(6), { token: team })).body).toContain('is not for mfe-home');
    expect(await live()).toBe('1.2.0');
  });

  test('is not made for another site, even with a token', async () => {
    const answer = await server.inject({
      url: '/federation/promote',
      ...form({ remote: 'mfe-home', version: '1.0.0', token: operator }, '', { 'sec-fetch-site': 'cross-site' }),
    });
    expect([answer.statusCode, answer.headers['set-cookie'], await live()]).toEqual([403, undefined, '1.2.0']);
  });

  test('can be made within the five minutes without asking', async () => {
    expect((await press(await signInAgo(4.9))).body).toContain('mfe-home 1.0.0 is now live.');
  });

  test('asks for the token ten times a minute at most', async () => {
    const statuses: number[] = [];
    for (let n = 0; n < 12; n += 1)
      statuses.push(
        (await server.inject({ url: '/federation/promote', ...form({ token: `operator.${n}` }) })).statusCode,
      );
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 401), 429, 429]);
  });
});

test('sets the Secure attribute on the session cookie over https', async () => {
  const server = await start(true);
  const attributesOver = async (protocol: string): Promise<string[]> => {
    const answer = await server.inject({
      url: '/federation/sign-in',
      ...form({ token: operator }, '', { 'sec-fetch-site': 'same-origin', 'x-forwarded-proto': protocol }),
    });
    return String(answer.headers['set-cookie']).split('; ').slice(1).sort();
  };
  const always = ['HttpOnly', 'Max-Age=28800', 'Path=/federation', 'SameSite=Strict'];
  expect(await attributesOver('http')).toEqual(always);
  expect(await attributesOver('https')).toEqual([...always, 'Secure'].sort());
  await server.close();
});

test('escapes submitted values', async () => {
  const { body } = await app.inject({
    url: '/federation/promote',
    ...form({ remote: '<script>alert(1)</script>', version: '1' }, await signIn(operator)),
  });
  expect(body).not.toContain('<script>alert');
});

/** The schema of awslabs/frontend-discovery, v1-pre. */
const closed = { additionalProperties: false };
const Discovery = Type.Object(
  {
    schema: Type.String(),
    microFrontends: Type.Record(
      Type.String(),
      Type.Array(
        Type.Object(
          {
            url: Type.String(),
            fallbackUrl: Type.Optional(Type.String()),
            metadata: Type.Object({ integrity: Type.String(), version: Type.String() }, closed),
            extras: Type.Optional(Type.Object({})),
            deployment: Type.Optional(
              Type.Object({ traffic: Type.Number({ minimum: 0, maximum: 100 }), default: Type.Boolean() }),
            ),
          },
          closed,
        ),
        { uniqueItems: true },
      ),
    ),
  },
  closed,
);

test('the frontend-discovery document lists every version with its share of traffic', async () => {
  await promote(registry, { 'mfe-home': '1.0.0' }, { ...context, now: new Date('2026-01-06T12:00:00Z') });
  await startCanary(registry, 'mfe-home', '1.1.0', 10, { ...context, now: new Date('2026-01-07T12:00:00Z') });
  const readEntryUrl = async (version: string): Promise<string> =>
    `/remotes/mfe-home/${(await registry.readRelease('mfe-home', version)).web.entry}`;
  const document: unknown = (await app.inject('/.well-known/frontend-discovery.json')).json();
  if (!Check(Discovery, document)) throw new Error(`Not of the schema: ${JSON.stringify(document)}`);
  expect(document.microFrontends['mfe-home']).toEqual([
    expect.objectContaining({
      url: await readEntryUrl('1.0.0'),
      metadata: { version: '1.0.0', integrity: expect.stringMatching(/^sha384-/) },
      deployment: { traffic: 90, default: true },
    }),
    expect.objectContaining({
      url: await readEntryUrl('1.1.0'),
      fallbackUrl: await readEntryUrl('1.0.0'),
      deployment: { traffic: 10, default: false },
    }),
  ]);
});

test.each(['null', '[]', '"text"', '7', '{"token":{"a":1}}'])(
  'a body that is not a form, such as %s, is rejected without an internal error',
  async (payload) => {
    for (const url of ['/federation/sign-in', '/federation/rollback', '/federation/sign-out']) {
      const answer = await app.inject({
        method: 'POST',
        url,
        payload,
        headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' },
      });
      expect(answer.statusCode).toBeLessThan(500);
    }
  },
);

test('treats the origin "null" of sandboxed frames as cross-site', async () => {
  const answer = await app.inject({ url: '/federation/sign-out', ...form({}, '', { origin: 'null' }) });
  expect(answer.statusCode).toBe(403);
});

test('rate-limits API calls without a valid token by address, as all others', async () => {
  const server = await start(true);
  const statuses: number[] = [];
  for (let n = 0; n < 310; n += 1)
    statuses.push(
      (await server.inject({ url: '/federation/api/remotes', headers: { authorization: `Bearer operator.${n}` } }))
        .statusCode,
    );
  expect(statuses.filter((status) => status === 401)).toHaveLength(300);
  expect(statuses.slice(300)).toEqual(Array.from({ length: 10 }, () => 429));
  expect(
    (
      await server.inject({
        url: '/federation/api/remotes',
        headers: { authorization: `Bearer ${operator}` },
        remoteAddress: '198.51.100.7',
      })
    ).statusCode,
  ).toBe(200);
  await server.close();
});
