import { spawn } from 'node:child_process';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promote, publishRelease } from './index';
import { builtRemote } from './testing/builtRemote';
import { bundleScript } from './testing/bundleScript';
import { openTestRegistry } from './testing/openTestRegistry';

let workspace: string;

beforeEach(async () => {
  workspace = await fs.mkdtemp(path.join(os.tmpdir(), 'registry-'));
});
afterEach(() => fs.rm(workspace, { recursive: true, force: true }));

test('a process killed during a change leaves the old or the new composition, and blocks nobody', async () => {
  const registry = openTestRegistry(workspace);
  const publish = (version: string) =>
    publishRelease(registry, builtRemote({ version, text: version }), 'home team', new Date());
  await publish('1');
  await publish('2');
  await promote(registry, { 'mfe-home': '1' }, { by: 'home team', now: new Date() });
  const changeForever = await bundleScript(path.join(__dirname, './testing/changeForever.ts'), workspace);
  for (let kill = 0; kill < 15; kill += 1) {
    const child = spawn(process.execPath, [changeForever, workspace], { stdio: ['ignore', 'pipe', 'inherit'] });
    await new Promise((resolve) => child.stdout.once('data', resolve));
    await new Promise((resolve) => setTimeout(resolve, Math.random() * 100));
    child.kill('SIGKILL');
    await new Promise((resolve) => child.once('exit', resolve));
    const { live: shown, history } = await registry.readComposition(); // readable, so it is complete
    expect(['1', '2']).toContain(shown['mfe-home']);
    expect(history.length).toBeGreaterThan(0);
    await registry.change((file) => ({ ...file, gone: [String(kill)] }));
  }
});
