import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { builtRemote } from '../testing/builtRemote';
import { FileStorage, publishRelease, Registry } from '../index';

let workspace: string;
let registry: Registry;

beforeEach(async () => {
  workspace = await fs.mkdtemp(path.join(os.tmpdir(), 'registry-'));
  registry = new Registry(new FileStorage(path.join(workspace, 'registry')));
});
afterEach(() => fs.rm(workspace, { recursive: true, force: true }));

const publish = (nodeCode: string) => publishRelease(registry, builtRemote({ nodeCode }), 'gifts team', new Date());

describe('the code of a release, while it is described,', () => {
  test('cannot see the environment', async () => {
    process.env['A_SECRET_OF_THE_REGISTRY'] = 'secret';
    await expect(
      publish(
        'if (Object.keys(process.env).some((name) => !["NODE_ENV", "NODE_PATH"].includes(name))) throw new Error(Object.keys(process.env).join());',
      ),
    ).resolves.toBeDefined();
    delete process.env['A_SECRET_OF_THE_REGISTRY'];
  });

  test('runs as an unprivileged user where the system has one and the registry may switch to it', async () => {
    const code = 'if (process.getuid() === 0) throw new Error("it is root");';
    await expect(publish(code)).resolves.toBeDefined();
  });

  test.each([
    ['the registry', () => path.join(workspace, 'registry/tokens')],
    ['the settings of the shop', () => path.resolve(__dirname, '../../../package.json')],
    ["the machine's files", () => '/etc/passwd'],
    ['the environment of its parent process', () => `/proc/${process.pid}/environ`],
  ])('cannot read %s', async (_what, getFile) => {
    const file = getFile();
    await fs.mkdir(path.join(workspace, 'registry'), { recursive: true });
    await fs.writeFile(path.join(workspace, 'registry/tokens'), 'the hash of a token');
    await fs.access(file); // the file exists
    await expect(publish(`require('node:fs').readFileSync(${JSON.stringify(file)});`)).rejects.toThrow(
      /Access to this API has been restricted/,
    );
  });

  test.each([
    ['write a file', () => `require('node:fs').writeFileSync(${JSON.stringify(path.join(workspace, 'planted'))}, 'x')`],
    ['change a package that others load', () => `require('node:fs').appendFileSync(require.resolve('react'), '')`],
    ['start a process', () => `require('node:child_process').execFileSync('/bin/true')`],
    [
      'start a thread, which could have more permissions',
      () => `new (require('node:worker_threads').Worker)('0', { eval: true })`,
    ],
  ])('cannot %s', async (_what, buildCode) => {
    await expect(publish(buildCode())).rejects.toThrow(/Access to this API has been restricted/);
  });

  test('cannot run forever', async () => {
    await expect(publish('while (true);')).rejects.toThrow('Its node build does not run');
  }, 60_000);

  test.each([
    ['Array.prototype.map', 'Array.prototype.map = function () { return []; };'],
    ['Object.prototype.extra', 'Object.prototype.extra = 1;'],
    ['fetch', 'globalThis.fetch = async () => new Response();'],
    ['JSON.parse', 'JSON.parse = () => ({});'],
    [
      'Promise.prototype.then',
      'const { then } = Promise.prototype; Promise.prototype.then = function (...given) { return then.apply(this, given); };',
    ],
    ['Array.prototype[Symbol(Symbol.iterator)]', 'Array.prototype[Symbol.iterator] = function* () {};'],
    ['ofEverybody', 'globalThis.ofEverybody = 1;'],
    ['structuredClone', 'delete globalThis.structuredClone;'],
  ])('is refused when it changes %s, with the name', async (name, code) => {
    await expect(publish(code)).rejects.toMatchObject({
      code: 'refused',
      reasons: [`It changes ${name}, for every page of the shop.`],
    });
  });
});
