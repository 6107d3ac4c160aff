import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { readSecretFiles } from './readSecretFiles';
import { inAnotherFolder } from '../testing/inAnotherFolder';

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'shop-secrets-'));
afterAll(() => fs.rmSync(folder, { recursive: true }));

const aFile = (text: string): string => {
  const file = path.join(folder, String(fs.readdirSync(folder).length));
  fs.writeFileSync(file, text);
  return file;
};

const NAMES = ['AUTH_SECRET', 'DATABASE_URL'];
const refuse = (sentence: string): Error => new Error(sentence);

test('a secret may be in a file, with or without a newline at its end', () => {
  const read = readSecretFiles(
    {
      NODE_ENV: 'production',
      AUTH_SECRET_FILE: aFile('a secret\n'),
      DATABASE_URL_FILE: aFile('postgresql://db/shop'),
      PORT: '1',
    },
    NAMES,
    refuse,
  );
  expect(read).toMatchObject({
    AUTH_SECRET: 'a secret',
    DATABASE_URL: 'postgresql://db/shop',
    PORT: '1',
    NODE_ENV: 'production',
  });
});

test('a relative path begins at the repository, wherever the server is started', async () => {
  const read = await inAnotherFolder(() =>
    readSecretFiles({ NODE_ENV: 'test', AUTH_SECRET_FILE: 'package.json' }, NAMES, refuse),
  );
  expect(read['AUTH_SECRET']).toContain('"workspaces"');
});

test('only what is asked for is read', () => {
  expect(readSecretFiles({ NODE_ENV: 'test', OTHER_FILE: '/no/such/file' }, NAMES, refuse)).toEqual({
    NODE_ENV: 'test',
    OTHER_FILE: '/no/such/file',
  });
});

test('a file that is not there is named, and a secret is not given twice', () => {
  expect(() => readSecretFiles({ NODE_ENV: 'test', AUTH_SECRET_FILE: '/no/such/file' }, NAMES, refuse)).toThrow(
    'AUTH_SECRET_FILE: /no/such/file cannot be read.',
  );
  expect(() =>
    readSecretFiles({ NODE_ENV: 'test', AUTH_SECRET: 'x', AUTH_SECRET_FILE: aFile('y') }, NAMES, refuse),
  ).toThrow('AUTH_SECRET and AUTH_SECRET_FILE are both set');
});
