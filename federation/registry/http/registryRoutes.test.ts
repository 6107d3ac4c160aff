import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import fastify, { type FastifyInstance } from 'fastify';
import { builtRemote, findFile } from '../testing/builtRemote';
import {
  createToken,
  createHttpAccess,
  listTokens,
  type Registry,
  registryRoutes,
  revokeToken,
  verifyOverride,
  readSigningKey,
} from '../index';
import { openTestRegistry } from '../testing/openTestRegistry';

let workspace: string;
let registry: Registry;
let app: FastifyInstance;
let url: string;
let home: string;
let operator: string;
let logged: string;
const noon = new Date('2026-01-01T12:00:00Z');

beforeAll(async () => {
  workspace = await fs.mkdtemp(path.join(os.tmpdir(), 'registry-'));
  registry = openTestRegistry(workspace);
  logged = '';
  app = fastify({ logger: { level: 'trace', stream: { write: (line: string) => void (logged += line) } } });
  await app.register(async (scope) => registryRoutes(scope, { registry }), { prefix: '/federation/api' });
  url = `${await app.listen({ port: 0 })}/federation/api`;
  home = await createToken(registry, 'home-team', ['mfe-home'], noon);
  operator = await createToken(registry, 'operator', '*', noon);
});
afterAll(async () => {
  await app.close();
  await fs.rm(workspace, { recursive: true, force: true });
});

const readAudit = async (): Promise<string[]> =>
  (
    await Promise.all(
      (await registry.storage.list('audit/')).map(
        async (key) =>
          JSON.parse((await registry.storage.read(key))?.body.toString() ?? '{}') as {
            by: string;
            action: string;
            outcome: string;
          },
      ),
    )
  ).map(({ by, action, outcome }) => `${by} ${action} ${outcome.split(':')[0]}`);

test('a team publishes its remote, promotes it, shows a canary, and goes back', async () => {
  const team = createHttpAccess(url, home);
  const one = await team.publish(builtRemote({ version: '1.0.0', owner: 'home team', budget: { entry: 8, page: 30 } }));
  expect(one).toMatchObject({
    version: '1.0.0',
    publishedBy: 'home-team',
    owner: 'home team',
    budget: { entry: 8, page: 30 },
  });
  await team.publish(builtRemote({ version: '1.1.0', text: 'two' }));
  expect(await team.promote({ set: { 'mfe-home': '1.0.0' } })).toEqual({ changed: true });
  await team.showCanary({ remote: 'mfe-home', version: '1.1.0', weight: 25 });
  expect((await team.readComposition()).canary).toMatchObject({ 'mfe-home': { version: '1.1.0', weight: 25 } });
  await team.endCanary({ remote: 'mfe-home' });
  await team.promote({ set: { 'mfe-home': '1.1.0' }, reason: 'it is better' });
  expect((await team.readComposition()).history.at(-1)).toMatchObject({ by: 'home-team', reason: 'it is better' });
  expect(await team.rollBack({ remote: 'mfe-home', reason: 'it was not' })).toEqual({ version: '1.0.0' });
  expect((await team.listReleases({ remote: 'mfe-home' })).map(({ version }) => version).sort()).toEqual([
    '1.0.0',
    '1.1.0',
  ]);
  expect(await team.listRemotes()).toEqual(['mfe-home']);
  expect(await readAudit()).toEqual(
    expect.arrayContaining(['home-team publish done', 'home-team promote done', 'home-team rollback done']),
  );
});

test('a change can be reverted over HTTP', async () => {
  const team = createHttpAccess(url, home);
  await team.publish(builtRemote({ version: '1.2.0', text: 'three' }));
  await team.promote({ set: { 'mfe-home': '1.2.0' } });
  const { id = '' } = (await team.readComposition()).history.at(-1) ?? {};
  await team.revertChange({ id });
  expect((await team.readComposition()).live).toEqual({ 'mfe-home': '1.0.0' });
});

describe('text that could overwrite what an operator reads in a terminal', () => {
  const ESCAPES = ['\u001b[2Jgone', 'a\nmfe-home 9.9.9 is live', 'a\u202egnp.exe', 'a\u009b8m'];

  test.each(ESCAPES)('%j is refused as a reason', async (text) => {
    const team = createHttpAccess(url, home);
    const calls = [
      () => team.promote({ set: { 'mfe-home': '1.0.0' }, reason: text }),
      () => team.rollBack({ remote: 'mfe-home', reason: text }),
    ];
    for (const call of calls)
      await expect(call()).rejects.toMatchObject({
        code: 'invalid',
        message: expect.stringContaining('control characters'),
      });
  });

  test.each(ESCAPES)('%j is refused in the description of a release', async (text) => {
    const upload = builtRemote({ version: '3.0.0' });
    for (const fields of [
      { owner: text },
      { missingTitle: text },
      { openedIn: text },
      { source: { author: text } },
      { source: { reason: text } },
    ]) {
      await expect(createHttpAccess(url, home).publish({ ...upload, ...fields })).rejects.toMatchObject({
        code: 'invalid',
        message: expect.stringContaining('control characters'),
      });
    }
  });
});

describe('a token', () => {
  test('of a team cannot publish, show, roll back or link another remote', async () => {
    const team = createHttpAccess(url, home);
    for (const attempt of [
      () => team.publish(builtRemote({ remote: 'mfe-auth', mounts: ['/orders'] })),
      () => team.promote({ set: { 'mfe-home': '1.1.0', 'mfe-auth': '1' } }),
      () => team.showCanary({ remote: 'mfe-auth', version: '1', weight: 10 }),
      () => team.endCanary({ remote: 'mfe-auth' }),
      () => team.rollBack({ remote: 'mfe-auth' }),
      () => team.retire({ remote: 'mfe-auth' }),
      () => team.createLink({ remote: 'mfe-auth', version: '1', hours: 1 }),
      () => team.collectGarbage({ keptDays: 0, dryRun: false }),
    ]) {
      await expect(attempt()).rejects.toMatchObject({ code: 'forbidden' });
    }
    expect(await readAudit()).toContain('home-team publish forbidden');
  });

  test.each([
    '',
    'nobody',
    'home-team',
    'home-team.',
    'home-team.wrong',
    'operator.wrong',
    '../tokens/home-team.x',
    '__proto__.x',
  ])('"%s" is not valid', async (token) => {
    await expect(createHttpAccess(url, token).readComposition()).rejects.toMatchObject({ code: 'unauthorized' });
  });

  test('that was revoked is not valid', async () => {
    const token = await createToken(registry, 'left', ['mfe-home'], noon);
    await expect(createHttpAccess(url, token).readComposition()).resolves.toBeDefined();
    await revokeToken(registry, 'left');
    await expect(createHttpAccess(url, token).readComposition()).rejects.toMatchObject({ code: 'unauthorized' });
    expect((await listTokens(registry)).map(({ name }) => name)).toEqual(['home-team', 'operator']);
  });

  test('has a unique name, and its text is not stored: not in the storage, the audit or the log', async () => {
    await expect(createToken(registry, 'home-team', '*', noon)).rejects.toMatchObject({ code: 'conflict' });
    const secret = home.split('.')[1] ?? '';
    for (const key of await registry.storage.list(''))
      expect({ key, has: (await registry.storage.read(key))?.body.includes(secret) }).toEqual({ key, has: false });
    expect(logged).toContain('request completed');
    expect(logged).not.toContain(secret);
  });
});

describe('rejects with a reason', () => {
  test('a version that exists with other files (409)', async () => {
    await expect(
      createHttpAccess(url, home).publish(builtRemote({ version: '1.0.0', text: 'other' })),
    ).rejects.toMatchObject({ code: 'conflict' });
  });

  test('files that do not match their hashes (422)', async () => {
    const upload = builtRemote({ version: '5.0.0' });
    await expect(
      createHttpAccess(url, home).publish({
        ...upload,
        files: new Map([...upload.files, [findFile(upload.hashes, 'web/web.js'), Buffer.from('altered')]]),
      }),
    ).rejects.toMatchObject({ code: 'refused' });
  });

  test('a canary that does not exist (404), an invalid weight (400)', async () => {
    await expect(createHttpAccess(url, home).endCanary({ remote: 'mfe-home' })).rejects.toMatchObject({
      code: 'unknown',
    });
    await expect(
      createHttpAccess(url, home).showCanary({ remote: 'mfe-home', version: '1.1.0', weight: 101 }),
    ).rejects.toMatchObject({
      code: 'invalid',
    });
  });

  test.each<[string, string, string | undefined, string]>([
    ['POST', '/promotions', '{"set":{}}', 'application/json'],
    ['POST', '/promotions', '{"set":{"../x":"1"}}', 'application/json'],
    ['POST', '/promotions', '{"set":', 'application/json'],
    ['POST', '/promotions', 'x=1', 'text/plain'],
    ['POST', '/remotes/mfe-home/releases', '{}', 'application/json'],
    [
      'POST',
      '/remotes/mfe-home/releases',
      '--x\r\ncontent-disposition: form-data; name="release"\r\n\r\n{"packageVersion":\r\n--x--\r\n',
      'multipart/form-data; boundary=x',
    ],
    [
      'POST',
      '/remotes/mfe-home/releases',
      '--x\r\ncontent-disposition: form-data; name="release"\r\n\r\n{"packageVersion":"1","mounts":["/"],"missingTitle":"x","hashes":{},"publishedBy":"me"}\r\n--x--\r\n',
      'multipart/form-data; boundary=x',
    ],
    ['PUT', '/remotes/mfe-home/canary', '{"version":"1.1.0","weight":"all"}', 'application/json'],
    ['GET', '/remotes/..%2f..%2ftokens/releases', undefined, 'application/json'],
  ])('%s %s with %s', async (method, path_, body, type) => {
    const answer = await fetch(url + path_, {
      method,
      headers: { authorization: `Bearer ${operator}`, ...(body === undefined ? {} : { 'content-type': type }) },
      ...(body === undefined ? {} : { body }),
    });
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(answer.status).toBeLessThan(500);
  });

  test('a body that is too long, without reading it to its end', async () => {
    const form = new FormData();
    form.append('release', JSON.stringify({ packageVersion: '1', mounts: ['/'], missingTitle: 'x', hashes: {} }));
    form.append('file', new Blob([Buffer.alloc(21_000_000)]), 'web/a.js');
    const answer = await fetch(`${url}/remotes/mfe-home/releases`, {
      method: 'POST',
      headers: { authorization: `Bearer ${home}` },
      body: form,
    });
    expect(answer.status).toBe(413);
    expect(await answer.json()).toMatchObject({ code: 'refused' });
  });
});

test('a link is signed for one release and does not reveal the key', async () => {
  const { query } = await createHttpAccess(url, home).createLink({ remote: 'mfe-home', version: '1.1.0', hours: 1 });
  const value = new URLSearchParams(query).get('remote.mfe-home') ?? '';
  const key = await readSigningKey(registry);
  expect(verifyOverride(key, 'mfe-home', value, new Date())).toMatchObject({ version: '1.1.0' });
  expect(verifyOverride(key, 'mfe-auth', value, new Date())).toBeUndefined();
  expect(verifyOverride(key, 'mfe-home', value.replace('1.1.0', '1.0.0'), new Date())).toBeUndefined();
  expect(verifyOverride(key, 'mfe-home', value, new Date(Date.now() + 3_700_000))).toBeUndefined();
  expect(query).not.toContain(key);
  await expect(
    createHttpAccess(url, home).createLink({ remote: 'mfe-home', version: '9.9.9', hours: 1 }),
  ).rejects.toMatchObject({
    code: 'unknown',
  });
});

test('calls without a token are counted, not audited one by one', async () => {
  const own = await fs.mkdtemp(path.join(os.tmpdir(), 'refused-'));
  const ownRegistry = openTestRegistry(own);
  const server = fastify();
  await server.register(async (scope) => registryRoutes(scope, { registry: ownRegistry }), {
    prefix: '/federation/api',
  });
  for (let call = 0; call < 100; call += 1) {
    expect((await server.inject(`/federation/api/composition?call=${call}`)).statusCode).toBe(401);
    expect(
      (
        await server.inject({
          method: 'POST',
          url: '/federation/api/promotions',
          headers: { authorization: `Bearer nobody.${call}` },
        })
      ).statusCode,
    ).toBe(401);
  }
  await server.close();
  const keys = await ownRegistry.storage.list('audit/');
  expect(keys).toHaveLength(1);
  const entry: unknown = JSON.parse((await ownRegistry.storage.read(keys[0] ?? ''))?.body.toString() ?? '{}');
  expect(entry).toMatchObject({
    by: 'nobody',
    outcome: 'unauthorized',
    details: { calls: { 'GET /federation/api/composition': 100, 'POST /federation/api/promotions': 100 } },
  });
  expect(JSON.stringify(entry)).not.toContain('127.0.0.1');
  await fs.rm(own, { recursive: true, force: true });
});
