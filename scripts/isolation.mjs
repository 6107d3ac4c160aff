import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { NODE_VERSIONS, provideNode } from './first-start/provideNode.mjs';
import { root } from './install.mjs';
import { run } from './processes.mjs';

/** Runs the tests of isolated processes on every version of Node: what is forbidden depends on Node's own walls. */
const TESTS = 'isolat|closeProcess|badReleases';

const workshop = mkdtempSync(path.join(os.tmpdir(), 'node-'));
chmodSync(workshop, 0o755); // isolated processes run as another user
const failed = [];
for (const [major, version] of Object.entries(NODE_VERSIONS)) {
  console.log(`\n── Isolation on Node ${version}`);
  const node = path.join(provideNode(major, workshop), 'node');
  const code = await run(node, [
    path.join(root, 'node_modules/.bin/jest'),
    '-c',
    'jest.system.config.ts',
    '--testPathPatterns',
    TESTS,
  ]);
  if (code !== 0) failed.push(version);
}
rmSync(workshop, { recursive: true, force: true });
if (failed.length > 0) console.error(`Failed on Node ${failed.join(', ')}.`);
process.exit(failed.length > 0 ? 1 : 0);
