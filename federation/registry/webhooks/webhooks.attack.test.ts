import crypto from 'node:crypto';
import type dns from 'node:dns';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import fastify, { type FastifyInstance } from 'fastify';
import { Webhook as Verifier } from 'standardwebhooks';
import { builtRemote } from '../testing/builtRemote';
import { startReceiver, type Receiver } from '../testing/startReceiver';
import { createToken, createHttpAccess, promote, publishRelease, type Registry, registryRoutes } from '../index';
import { createPublicLookup } from './publicAddress';
import { notifyWebhooks } from './notifyWebhooks';
import { sendEvent, type SendSettings } from './sendEvent';
import { openTestRegistry } from '../testing/openTestRegistry';

let workspace: string;
let registry: Registry;
let app: FastifyInstance;
let receiver: Receiver;
let logged: string;
let tokens: Readonly<Record<'ops' | 'home' | 'auth', string>>;
const ANY: SendSettings = { policy: 'any', siteUrl: 'https://shop.example' };
const PUBLIC: SendSettings = { policy: 'public', siteUrl: 'https://shop.example' };

const startServer = async (webhooks: SendSettings): Promise<string> => {
  app = fastify({ logger: { level: 'trace', stream: { write: (line: string) => void (logged += line) } } });
  await app.register(async (scope) => registryRoutes(scope, { registry, webhooks }), { prefix: '/federation/api' });
  return `${await app.listen({ port: 0, host: '127.0.0.1' })}/federation/api`;
};
beforeEach(async () => {
  logged = '';
  workspace = await fs.mkdtemp(path.join(os.tmpdir(), 'webhooks-'));
  registry = openTestRegistry(workspace);
  receiver = await startReceiver();
  const now = new Date();
  tokens = {
    ops: await createToken(registry, 'ops', '*', now),
    home: await createToken(registry, 'home-team', ['mfe-home'], now),
    auth: await createToken(registry, 'auth-team', ['mfe-auth'], now),
  };
});
afterEach(async () => {
  await app?.close();
  await receiver.stop();
  await fs.rm(workspace, { recursive: true, force: true });
});

const secret = `whsec_${crypto.randomBytes(32).toString('base64')}`;
const event = {
  event: 'live',
  time: '2026-01-01T12:00:00.000Z',
  remote: 'mfe-home',
  version: '1.0.0',
  by: 'home-team',
} as const;
const sendTo = (url: string, settings: SendSettings) => sendEvent({ url, secret }, 'msg_1', event, settings);
/** A resolver that returns the given answers one after the other, as in DNS rebinding. */
const createResolver = (...answers: readonly (readonly string[])[]) => {
  let asked = 0;
  return ((
    _name: string,
    _options: unknown,
    callback: (error: null, addresses: { address: string; family: number }[]) => void,
  ) => {
    const addresses = answers[Math.min(asked, answers.length - 1)] ?? [];
    asked += 1;
    callback(
      null,
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    );
  }) as unknown as typeof dns.lookup;
};

describe('in production webhooks cannot reach internal networks', () => {
  test.each([
    'http://example.com/hooks',
    'ftp://example.com/hooks',
    'file:///etc/passwd',
    'https://127.0.0.1/hooks',
    'https://127.1/hooks',
    'https://2130706433/hooks',
    'https://0x7f000001/hooks',
    'https://0177.0.0.1/hooks',
    'https://10.0.0.8/hooks',
    'https://172.16.0.1/hooks',
    'https://192.168.1.1/hooks',
    'https://100.64.0.1/hooks',
    'https://169.254.169.254/latest/meta-data',
    'https://0.0.0.0/hooks',
    'https://224.0.0.1/hooks',
    'https://[::1]/hooks',
    'https://[::]/hooks',
    'https://[::ffff:127.0.0.1]/hooks',
    'https://[::ffff:7f00:1]/hooks',
    'https://[64:ff9b::7f00:1]/hooks',
    'https://[2002:7f00:1::]/hooks',
    'https://[fd00::1]/hooks',
    'https://[fe80::1]/hooks',
    'https://[::127.0.0.1]/hooks',
    'https://[::5efe:10.0.0.1]/hooks',
    'https://[2600::5efe:10.0.0.1]/hooks',
    'https://[2600::200:5efe:10.0.0.1]/hooks',
    'https://[4000::1]/hooks',
    'https://168.63.129.16/machine?comp=goalstate',
    'https://user:secret@example.com/hooks',
    'not an address',
  ])('%s is refused', async (address) => {
    const url = await startServer(PUBLIC);
    await expect(createHttpAccess(url, tokens.ops).addWebhook({ url: address, remotes: [] })).rejects.toMatchObject({
      code: 'invalid',
    });
    expect(await createHttpAccess(url, tokens.ops).listWebhooks()).toEqual([]);
  });

  test('a token at its limit does not keep others from adding webhooks', async () => {
    const url = await startServer(ANY);
    const hook = { url: receiver.url, remotes: ['mfe-home'] as const };
    for (let n = 0; n < 50; n += 1) await createHttpAccess(url, tokens.home).addWebhook(hook);
    await expect(createHttpAccess(url, tokens.home).addWebhook(hook)).rejects.toThrow(
      'home-team has added 50 webhooks already; remove one first',
    );
    await createHttpAccess(url, tokens.ops).addWebhook({ ...hook, remotes: [] });
  });

  test('by default only public addresses are allowed', async () => {
    app = fastify();
    await app.register(async (scope) => registryRoutes(scope, { registry }), { prefix: '/federation/api' });
    const url = `${await app.listen({ port: 0, host: '127.0.0.1' })}/federation/api`;
    await expect(
      createHttpAccess(url, tokens.ops).addWebhook({ url: receiver.url, remotes: [] }),
    ).rejects.toMatchObject({ code: 'invalid' });
  });

  test.each(['127.0.0.1', '10.1.2.3', '169.254.169.254', '::1', 'fd12::1', '::ffff:10.0.0.1', '64:ff9b::a00:1'])(
    'a name that resolves to %s at connection time is not connected to',
    async (address) => {
      expect(
        await sendTo('https://hooks.example/', { ...PUBLIC, lookup: createPublicLookup(createResolver([address])) }),
      ).toBe(`hooks.example is at ${address}, which is not a public address`);
    },
  );

  test('nor is a name that also has a public address', async () => {
    expect(
      await sendTo('https://hooks.example/', {
        ...PUBLIC,
        lookup: createPublicLookup(createResolver(['8.8.8.8', '127.0.0.1'])),
      }),
    ).toContain('not a public address');
  });

  test('the checked address is the one that is connected to, even if the name changes afterwards', async () => {
    const lookup = createPublicLookup(createResolver(['8.8.8.8'], ['127.0.0.1']));
    const first = await new Promise((resolve) =>
      lookup('hooks.example', {}, (error, address) => resolve(error ?? address)),
    );
    expect(first).toBe('8.8.8.8');
    expect(await sendTo('https://hooks.example/', { ...PUBLIC, lookup })).toContain('not a public address');
  });

  test('addresses of existing webhooks are checked again at each delivery', async () => {
    const url = receiver.url.replace('http:', 'https:');
    for (const address of [url, url.replace('127.0.0.1', 'localhost')])
      expect(await sendTo(address, PUBLIC)).toContain('not a public address');
    expect(await sendTo(receiver.url, PUBLIC)).toContain('needs a URL such as https://');
    expect(receiver.requests).toEqual([]);
  });
});

describe('a receiver', () => {
  test.each([301, 302, 303, 307, 308])('that responds with %d is not followed elsewhere', async (status) => {
    const other = await startReceiver();
    receiver.respondWith((_request, response) => void response.writeHead(status, { location: other.url }).end());
    expect(await sendTo(receiver.url, ANY)).toBe(`it responded with ${status}`);
    expect([receiver.requests.length, other.requests.length]).toEqual([1, 0]);
    await other.stop();
  });

  test('that responds endlessly is disconnected after its status', async () => {
    let written = 0;
    const closed = new Promise<void>((resolve) => {
      receiver.respondWith((_request, response) => {
        response.writeHead(200);
        const more = (): void => {
          if (response.destroyed) return;
          written += 65_536;
          response.write(Buffer.alloc(65_536), () => setImmediate(more));
        };
        response.once('close', resolve);
        more();
      });
    });
    expect(await sendTo(receiver.url, ANY)).toBeUndefined();
    await closed;
    expect(written).toBeLessThan(20_000_000);
  });

  test('that does not respond is disconnected after five seconds', async () => {
    const startTimeout = AbortSignal.timeout.bind(AbortSignal);
    const timeout = jest.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => startTimeout(ms / 100));
    receiver.respondWith(() => undefined);
    expect(await sendTo(receiver.url, ANY)).toBe('no response within 5 s');
    expect(timeout.mock.calls).toEqual([[5_000]]);
    timeout.mockRestore();
  });
});

describe('a message', () => {
  const receive = async () => {
    await sendTo(receiver.url, ANY);
    const [message] = receiver.requests;
    if (!message) throw new Error('nothing came');
    return message;
  };

  test('is signed with HMAC-SHA256 of id, time and body', async () => {
    const { headers, body } = await receive();
    const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
    const signature = crypto
      .createHmac('sha256', key)
      .update(`msg_1.${headers['webhook-timestamp']}.${body}`)
      .digest('base64');
    expect(headers['webhook-signature']).toBe(`v1,${signature}`);
    expect(new Verifier(secret).verify(body, headers)).toMatchObject({ id: 'msg_1', event: 'live' });
  });

  test.each<[string, (message: Awaited<ReturnType<typeof receive>>) => Awaited<ReturnType<typeof receive>>]>([
    ['with a changed body', ({ headers, body }) => ({ headers, body: body.replace('1.0.0', '6.6.6') })],
    ['with another id', ({ headers, body }) => ({ headers: { ...headers, 'webhook-id': 'msg_2' }, body })],
    [
      'with a later timestamp',
      ({ headers, body }) => ({
        headers: { ...headers, 'webhook-timestamp': String(Number(headers['webhook-timestamp']) + 60) },
        body,
      }),
    ],
    ['without a signature', ({ headers, body }) => ({ headers: { ...headers, 'webhook-signature': '' }, body })],
  ])('%s is rejected', async (_what, change) => {
    const { headers, body } = change(await receive());
    expect(() => new Verifier(secret).verify(body, headers)).toThrow();
  });

  test('replayed after five minutes is rejected, as is one signed by another webhook', async () => {
    const { headers, body } = await receive();
    expect(() => new Verifier(`whsec_${crypto.randomBytes(32).toString('base64')}`).verify(body, headers)).toThrow(
      'No matching signature',
    );
    jest.useFakeTimers({
      now: Date.now() + 301_000,
      doNotFake: ['nextTick', 'setImmediate', 'setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'],
    });
    try {
      expect(() => new Verifier(secret).verify(body, headers)).toThrow('too old');
    } finally {
      jest.useRealTimers();
    }
  });
});

describe('a token', () => {
  test('of a team can add, list, test and remove webhooks of its own remotes only', async () => {
    const url = await startServer(ANY);
    const [ops, home, auth] = [
      createHttpAccess(url, tokens.ops),
      createHttpAccess(url, tokens.home),
      createHttpAccess(url, tokens.auth),
    ];
    for (const remotes of [[], ['mfe-auth'], ['mfe-home', 'mfe-auth']] as const)
      await expect(home.addWebhook({ url: receiver.url, remotes })).rejects.toMatchObject({
        code: 'forbidden',
      });
    const [ofAll, ofHome, ofBoth] = [
      await ops.addWebhook({ url: receiver.url, remotes: [] }),
      await home.addWebhook({ url: receiver.url, remotes: ['mfe-home'] }),
      await ops.addWebhook({ url: receiver.url, remotes: ['mfe-home', 'mfe-auth'] }),
    ];
    expect((await home.listWebhooks()).map(({ id }) => id)).toEqual([ofHome.id]);
    expect(await auth.listWebhooks()).toEqual([]);
    expect(await ops.listWebhooks()).toHaveLength(3);
    for (const { id } of [ofAll, ofBoth, { id: '..%2ftokens' }, { id: 'nothing' }]) {
      await expect(home.testWebhook({ id })).rejects.toMatchObject({ code: 'unknown' });
      await expect(home.removeWebhook({ id })).rejects.toMatchObject({ code: 'unknown' });
    }
    await expect(auth.removeWebhook({ id: ofHome.id })).rejects.toMatchObject({ code: 'unknown' });
    expect(receiver.requests).toEqual([]);
    await expect(createHttpAccess(url, 'nobody').listWebhooks()).rejects.toMatchObject({ code: 'unauthorized' });
  });
});

test('the secret and the full address are shown once: not in lists, the audit, the log or deliveries', async () => {
  const url = await startServer(ANY);
  const address = `${receiver.url}/services/T000/hidden-part`;
  const ops = createHttpAccess(url, tokens.ops);
  const { finish } = notifyWebhooks(registry, ANY);
  const { secret: given } = await ops.addWebhook({ url: address, remotes: [] });
  await publishRelease(registry, builtRemote({ version: '1' }), 'home-team', new Date());
  await promote(registry, { 'mfe-home': '1' }, { by: 'home-team', now: new Date() });
  await finish();
  expect(receiver.readEvents(given)).toHaveLength(1);
  const outputs = [
    JSON.stringify(await ops.listWebhooks()),
    logged,
    JSON.stringify(receiver.requests.map(({ headers, body }) => [headers, body])),
  ];
  for (const text of outputs)
    for (const hidden of [given, given.slice('whsec_'.length)]) expect(text).not.toContain(hidden);
  for (const text of outputs.slice(0, 2)) expect(text).not.toContain('hidden-part');
  for (const key of await registry.storage.list('')) {
    const body = (await registry.storage.read(key))?.body;
    for (const hidden of [given.slice('whsec_'.length), 'hidden-part'])
      expect([key, body?.includes(hidden)]).toEqual([key, key.startsWith('webhook-list/')]);
  }
});
