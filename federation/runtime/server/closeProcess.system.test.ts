import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'closed-'));
afterAll(() => fs.rmSync(folder, { recursive: true }));

/** Runs code in a process that is closed, and returns what it tells. */
const run = (code: string): unknown => {
  const script = `
    const { process } = globalThis;
    const tell = ((write) => (value) => write(JSON.stringify(value)))(process.stdout.write.bind(process.stdout));
    require(${JSON.stringify(path.join(__dirname, 'closeProcess.cjs'))}).closeProcess();
    (() => { 'use strict'; ${code} })();`;
  const file = path.join(folder, 'script.cjs');
  fs.writeFileSync(file, script);
  return JSON.parse(execFileSync(process.execPath, [file], { encoding: 'utf8' }));
};

test('what leads from the real process to the machine is gone', () => {
  const names = ['send', 'mainModule', 'getBuiltinModule', 'binding', 'dlopen', 'kill', 'abort'];
  expect(run(`tell(${JSON.stringify(names)}.filter((name) => process[name] !== undefined));`)).toEqual([]);
});
