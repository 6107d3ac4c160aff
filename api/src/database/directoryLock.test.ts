import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { lockDirectory } from './directoryLock';

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'lock-'));
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));

test('a directory has one lock at a time', () => {
  const release = lockDirectory(path.join(folder, 'a'));
  expect(() => lockDirectory(path.join(folder, 'a'))).toThrow('is in use by process');
  release();
  expect(() => lockDirectory(path.join(folder, 'a'))()).not.toThrow();
});

test('the lock of a dead process is taken over', () => {
  const pid = 4_194_305; // above the maximum of Linux
  fs.writeFileSync(path.join(folder, 'b.lock'), String(pid));
  expect(() => lockDirectory(path.join(folder, 'b'))()).not.toThrow();
});

test('an invalid lock file is taken over', () => {
  fs.writeFileSync(path.join(folder, 'c.lock'), 'rubbish');
  expect(() => lockDirectory(path.join(folder, 'c'))()).not.toThrow();
});
