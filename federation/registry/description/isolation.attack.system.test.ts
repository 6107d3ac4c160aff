import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { builtRemote } from '../testing/builtRemote';
import { publishRelease, Registry } from '../index';
import { FileStorage } from '@shop/server-kit/storage/FileStorage';

let workspace: string;
let registry: Registry;

beforeEach(async () => {
  workspace = await fs.mkdtemp(path.join(os.tmpdir(), 'registry-'));
  registry = new Registry(new FileStorage(path.join(workspace, 'registry')));
});
afterEach(() => fs.rm(workspace, { recursive: true, force: true }));

const publish = (nodeCode: string) => publishRelease(registry, builtRemote({ nodeCode }), 'gifts team', new Date());

describe('the code of a release, while it is described,', () => {
  test.each([
    ["Node's modules", "require('node:fs')", '"node:fs" is not available'],
    ["Node's modules by import()", "exports.loaded = import('node:net')", 'callback was not'],
    ['packages of the repository', "require('react')", '"react" is not available'],
    ['messages to its process', "process.on('message', () => undefined)", 'process.on is not a function'],
    ['the settings of its process', 'process.env.NODE_PATH.length', 'undefined'],
    ['the network', "fetch('http://127.0.0.1')", 'fetch is not a function'],
    ['the output of its process', 'console._stdout.write("{}")', 'undefined'],
    ['code in strings', "new Function('return process')()", 'Code generation from strings disallowed'],
  ])('cannot reach %s', async (_what, code, reason) => {
    await expect(publish(`${code};`)).rejects.toThrow(reason);
  });

  test('cannot run forever', async () => {
    await expect(publish('while (true);')).rejects.toThrow('Its node build does not run');
  }, 60_000);

  test.each([
    ['Array.prototype.map', 'Array.prototype.map = function () { return []; };'],
    ['Object.prototype.toString', "Object.prototype.toString = () => '';"],
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
