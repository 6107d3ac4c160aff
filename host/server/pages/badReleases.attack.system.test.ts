import crypto from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { RemoteId } from '@shop/runtime/remotes';
import { waitUntil } from '@shop/server-kit/testing/waitUntil';
import { aRenderJob } from '../testing/renderJobs';
import { PageApi } from './PageApi';
import { createRenderPool, type RenderJob, type RenderPool } from './RenderPool';

/** A build that loads releases as the real one does, and passes them what they could get hold of. */
const BUILD = `
exports.renderPage = async ({ url, release }, tools) => {
  const answer = release ? await tools.loadModule(release.entry).render(tools) : undefined;
  await new Promise((resolve) => setTimeout(resolve, 20));
  return { kind: 'redirect', location: answer === undefined ? url : '/' + encodeURIComponent(answer), status: 302 };
};`;

let folder: string;
let pool: RenderPool;
let crashes: { release: string; reason: string; pausedMs: number }[];
const openPool = (): RenderPool =>
  createRenderPool(
    { bundle: path.join(folder, 'server.js'), releases: folder },
    { onCrash: (release, _isLive, reason, pausedMs) => crashes.push({ release, reason, pausedMs }) },
  );
beforeEach(async () => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'bad-releases-'));
  fs.chmodSync(folder, 0o755);
  fs.writeFileSync(path.join(folder, 'server.js'), BUILD);
  crashes = [];
  pool = openPool();
  await waitUntil('the renderer is ready', isReady);
});
afterEach(async () => {
  await pool.close();
  fs.rmSync(folder, { recursive: true, force: true });
});

const isReady = (): Promise<boolean> =>
  pool.check().then(
    () => true,
    () => false,
  );

/** A page of a release whose `render` runs this code. */
const aPage = (remote: RemoteId, code: string, rest: Partial<RenderJob> = {}): RenderJob => {
  const entry = path.join(folder, `${crypto.createHash('sha256').update(code).digest('hex').slice(0, 16)}.js`);
  fs.writeFileSync(entry, `exports.render = ({ callApi }) => (async (callApi) => {\n${code}\n})(callApi);`);
  return aRenderJob({ url: `/${remote}`, release: { remote, version: '1', entry } }, rest);
};
/** The page of a release whose `render` returned the text. */
const answering = (text: string) => ({ location: `/${encodeURIComponent(text)}` });
const isRendered = (remote: RemoteId, code = ''): Promise<boolean> =>
  pool.render(aPage(remote, code)).then(
    () => true,
    () => false,
  );
const GOOD: readonly RemoteId[] = ['mfe-home', 'mfe-catalog'];

/**
 * Renders pages of good releases and of the bad one until it has crashed this often, and for a second more. Returns how
 * many good ones failed.
 */
const lostBeside = async (code: string, times: number): Promise<number> => {
  // A renderer that an earlier test has ended may still be starting.
  for (const remote of GOOD) await waitUntil(`${remote} is rendered`, () => isRendered(remote));
  let lost = 0;
  const asked: Promise<unknown>[] = [];
  let until = Infinity;
  for (; performance.now() < until; await sleep(50)) {
    if (crashes.length >= times) until = Math.min(until, performance.now() + 1_000);
    asked.push(isRendered('mfe-gifts', code));
    for (const remote of GOOD) asked.push(isRendered(remote).then((rendered) => (lost += rendered ? 0 : 1)));
  }
  await Promise.all(asked);
  return lost;
};

describe('a release that', () => {
  test.each([
    ['never ends', 'for (;;);', /The renderer does not respond/],
    // A busy machine may end it earlier, while it collects garbage.
    ['takes all memory', 'const kept = []; for (;;) kept.push(new Array(130000).fill(kept.length));', /memory|respond/],
  ])(
    '%s crashes its own renderer twice, then is paused, and no page of others fails',
    async (_what, code, reason) => {
      for (const remote of GOOD) await waitUntil(`${remote} is rendered`, () => isRendered(remote));
      expect(await lostBeside(code, 2)).toBe(0);
      expect(crashes.map(({ release }) => release)).toEqual(['mfe-gifts@1', 'mfe-gifts@1']);
      expect(crashes[0]).toMatchObject({ reason: expect.stringMatching(reason), pausedMs: 0 });
      expect(crashes[1]?.pausedMs).toBeGreaterThan(0);
    },
    90_000,
  );

  test('has no channel of Node to the server, and none of the real process to the machine', async () => {
    const code = `
      const found = [];
      for (const name of ['send', 'mainModule', 'binding', 'dlopen', 'kill']) if (process[name] !== undefined) found.push(name);
      return found.join();`;
    await expect(pool.render(aPage('mfe-gifts', code))).resolves.toMatchObject(answering(''));
  });

  test.each([
    [
      'shares a part many times',
      'let part = "page"; for (let n = 0; n < 40; n += 1) part = [part, part]; return part;',
    ],
    ['is larger than the whole memory', 'const part = []; part.length = 4e8; return part;'],
    ['is larger than a page can be', 'return "x".repeat(3_000_000);'],
  ])('answers with what %s ends itself, and the server stays quick', async (_what, code) => {
    for (const remote of GOOD) await waitUntil(`${remote} is rendered`, () => isRendered(remote));
    const bad = pool.render(aPage('mfe-gifts', code)).then(
      () => 'rendered',
      () => 'refused',
    );
    let slowestMs = 0;
    for (let checks = 0; checks < 20; checks += 1) {
      const from = performance.now();
      await sleep(20);
      slowestMs = Math.max(slowestMs, performance.now() - from);
    }
    expect(slowestMs).toBeLessThan(500);
    expect(await bad).toBe('refused');
    expect(await isRendered('mfe-home')).toBe(true);
  });

  test('throws on every page only fails its own pages', async () => {
    expect(await lostBeside("throw new Error('of the page');", 0)).toBe(0);
    expect(crashes).toEqual([]);
  });
});

describe('the code of a release cannot reach', () => {
  test.each([
    ["Node's modules", "require('node:fs')"],
    ['modules of the host', "require('../../../package.json')"],
    ['the module loader', 'module.constructor._load("fs")'],
    ["Node's modules by import()", "await import('node:net')"],
    ["Node's modules by code in a string", 'new Function(\'return import("node:net")\')()'],
    ['code generation by a function of the platform', 'setTimeout.constructor("return process")()'],
    ['messages to its process', "process.on('message', () => undefined)"],
    ['the channel to the server', 'process.send({})'],
    ['the handles of its process', 'process._getActiveHandles()'],
    ['modules by process', "process.binding('tcp_wrap'), process.getBuiltinModule('net')"],
    ['the end of its process', 'process.exit(1)'],
    [
      'its process, which Node passes to a getter of every object',
      `let found;
       Object.defineProperty(Object.prototype, 'noDeprecation', { configurable: true, get() { found ??= this.mainModule && this; } });
       new Buffer(1);
       delete Object.prototype.noDeprecation;
       if (!found) throw new Error('nothing was found');`,
    ],
    ['streams of its process', 'console._stdout.constructor.name'],
    ['connections', 'new WebSocket("ws://127.0.0.1")'],
    ['fetch', "await fetch('http://127.0.0.1')"],
    ['the connections of fetch', "globalThis[Symbol.for('undici.globalDispatcher.1')].request({})"],
    [
      'functions on the stack',
      `Error.prepareStackTrace = (_error, frames) => frames.map((frame) => [frame.getFileName(), frame.getFunction()]);
       const found = new Error().stack.filter(([file, run]) => run && /renderWorker|moduleLoader|node:/.test(file));
       Error.prepareStackTrace = undefined;
       if (found.length === 0) throw new Error('nothing was found');`,
    ],
  ])('%s', async (_what, code) => {
    await expect(pool.render(aPage('mfe-gifts', code))).rejects.toThrow(
      /not available|not a function|disallowed|undefined|not a constructor|callback was not|nothing was found|not extensible|Cannot redefine/,
    );
    expect(crashes).toEqual([]);
    expect(await isRendered('mfe-gifts')).toBe(true);
  });

  test('the environment or arguments of its process', async () => {
    const code = 'return JSON.stringify([Object.keys(process.env), process.argv])';
    await expect(pool.render(aPage('mfe-gifts', code))).resolves.toMatchObject(answering('[["NODE_ENV"],[]]'));
  });

  test("the host's log: what it prints is one line that says so", async () => {
    const write = jest.spyOn(process.stdout, 'write').mockReturnValue(true);
    await pool.render(aPage('mfe-gifts', String.raw`console.error('a\n{"level":50,"msg":"forged"}');`));
    const lines = write.mock.calls.map(([text]) => String(text));
    write.mockRestore();
    expect(lines).toEqual([String.raw`a release prints "a\n{\"level\":50,\"msg\":\"forged\"}"` + '\n']);
  });

  test("the host's log: a flood of lines is left out of it", async () => {
    const write = jest.spyOn(process.stdout, 'write').mockReturnValue(true);
    await pool.render(aPage('mfe-gifts', "for (let line = 0; line < 20000; line += 1) console.log('flood', line);"));
    await waitUntil('the log says so', () => write.mock.calls.some(([text]) => String(text).includes('left out')));
    const text = write.mock.calls.map(([part]) => String(part)).join('');
    write.mockRestore();
    expect(text.length).toBeLessThan(21_000);
  });

  test('what other releases keep', async () => {
    await pool.render(aPage('mfe-gifts', 'globalThis[Symbol.for("kept")] = 1;'));
    const code = 'return String(globalThis[Symbol.for("kept")])';
    await expect(pool.render(aPage('mfe-home', code))).resolves.toMatchObject(answering('undefined'));
    await expect(pool.render(aPage('mfe-gifts', code, { isLive: false }))).resolves.toMatchObject(
      answering('undefined'),
    );
  });
});

test('a release that reads and keeps all it can has nothing of a visitor to print for the next one', async () => {
  const asked: unknown[] = [];
  const send = jest.spyOn(globalThis, 'fetch').mockImplementation(async (address, init) => {
    asked.push([address, new Headers(init?.headers).get('cookie')]);
    return Response.json({ of: 'everybody' });
  });
  const api = new PageApi('http://api.invalid', '');
  const code = `
    const kept = (globalThis[Symbol.for('kept')] ??= []);
    for (const path of ['me', 'orders', 'orders/ORD-1', 'addresses', 'wishlist', 'cart', 'sessions', 'categories'])
      kept.push(await callApi('/api/' + path).then(({ body }) => body, () => 'refused'));
    return kept.join();`;
  await pool.render(aPage('mfe-gifts', code, { callApi: (address) => api.call(address) }));
  await expect(
    pool.render(aPage('mfe-gifts', code, { callApi: (address) => api.call(address) })),
  ).resolves.toMatchObject(
    answering(
      Array(2)
        .fill([...Array(7).fill('refused'), '{"of":"everybody"}'])
        .join(),
    ),
  );
  expect(send).toHaveBeenCalledTimes(2);
  expect(asked).toEqual(Array(2).fill([new URL('http://api.invalid/api/categories'), null]));
  send.mockRestore();
});

describe('the API of a page', () => {
  const answerWith = (body: string): Partial<RenderJob> => ({
    callApi: async () => ({ status: 200, headers: {}, body }),
  });
  const KEEP = "globalThis[Symbol.for('api')] = callApi; return (await callApi('/api/orders')).body;";
  const USE_KEPT = "return (await globalThis[Symbol.for('api')]('/api/orders')).body;";

  test("answers while the page is rendered, and not when the next visitor's is", async () => {
    await expect(pool.render(aPage('mfe-gifts', KEEP, answerWith('of alice')))).resolves.toMatchObject(
      answering('of alice'),
    );
    await expect(pool.render(aPage('mfe-gifts', USE_KEPT, answerWith('of bob')))).rejects.toThrow(
      'The page cannot call the API',
    );
  });

  test('answers fifty calls of a page', async () => {
    const code = "for (let call = 0; call < 51; call += 1) await callApi('/api/orders');";
    await expect(pool.render(aPage('mfe-gifts', code, answerWith('')))).rejects.toThrow('The page cannot call the API');
  });
});
