import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { createTestDirectory } from '../src/testing/testDatabase';

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'shop-cli-'));
const dataDirectory = path.join(folder, 'data');
beforeAll(() => createTestDirectory(dataDirectory));
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));

test('the program prints an error without a stack and exits with a code', () => {
  const run = (...argv: string[]) =>
    spawnSync(process.execPath, ['--require', require.resolve('tsx/cjs'), path.join(__dirname, 'cli.ts'), ...argv], {
      env: { ...process.env, DATA_DIR: dataDirectory },
      encoding: 'utf8',
    });
  expect(run('orders', 'ship', 'ORD-NONE-NONE')).toMatchObject({
    status: 6,
    stdout: '',
    stderr: 'No order has the number ORD-NONE-NONE.\n',
  });
  expect(run('orders', 'list')).toMatchObject({ status: 0, stdout: 'No orders.\n', stderr: '' });
});
