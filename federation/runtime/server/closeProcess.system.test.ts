import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'closed-'));
afterAll(() => fs.rmSync(folder, { recursive: true }));

/** Runs code in a process that is closed, and returns what it tells. */
const run = (code: string): unknown => {
  const script = `
    const { EventEmitter } = require('node:events');
    const { PassThrough, Readable } = require('node:stream');
    const { Socket } = require('node:net');
    const { process, console } = globalThis;
    const tell = ((write) => (value) => write(JSON.stringify(value)))(process.stdout.write.bind(process.stdout));
    require(${JSON.stringify(path.join(__dirname, 'closeProcess.cjs'))}).closeProcess();
    (() => { 'use strict'; ${code} })();`;
  const file = path.join(folder, 'script.cjs');
  fs.writeFileSync(file, script);
  return JSON.parse(execFileSync(process.execPath, [file], { encoding: 'utf8' }));
};

test.each([
  'EventEmitter.prototype.emit',
  'EventEmitter.prototype.on',
  'PassThrough.prototype._transform',
  'Readable.prototype.on',
  'Readable.from',
  'Socket.prototype.write',
  'Function.prototype.call',
])('%s cannot be replaced: it could be called with the real process (security 5.20)', (method) => {
  const code = `const before = ${method}; let told = 'replaced';
    try { ${method} = () => undefined; } catch (error) { told = error.name; }
    tell([told, ${method} === before]);`;
  expect(run(code)).toEqual(['TypeError', true]);
});

test("streams work, also with methods of their own, and what is added to Node's classes is refused", () => {
  const code = `
    const stream = new Readable({ read() { this.push('a'); this.push(null); } });
    let isExtended = true;
    try { Object.defineProperty(EventEmitter.prototype, 'added', { get() { return this; } }); } catch { isExtended = false; }
    stream.pipe(new PassThrough()).on('data', (chunk) => tell([String(chunk), isExtended]));`;
  expect(run(code)).toEqual(['a', false]);
});

test('what leads from the real process to the machine is gone', () => {
  const names = ['send', 'mainModule', 'binding', 'dlopen', 'kill', 'abort'];
  expect(run(`tell(${JSON.stringify(names)}.filter((name) => process[name] !== undefined));`)).toEqual([]);
});
