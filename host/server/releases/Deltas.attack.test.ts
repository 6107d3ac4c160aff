import crypto from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Deltas } from './Deltas';

const FILES = 10;
const BYTES = 290_000;
let folder: string;
beforeAll(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'deltas-'));
});
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));

const random = (bytes: number): Buffer => Buffer.from(crypto.randomBytes(bytes).map((byte) => 97 + (byte % 4)));
const write = (bytes: number): string => {
  const name = `zz.${crypto.randomUUID()}.js`;
  fs.writeFileSync(path.join(folder, name), random(bytes));
  return name;
};
const openDeltas = (names: readonly string[]): Deltas =>
  new Deltas({
    findDirectory: async () => folder,
    listOtherVersions: (_remote, file) => names.filter((name) => name !== file),
  });
const offer = (name: string) => ({
  'accept-encoding': 'br, dcz',
  'available-dictionary': `:${crypto
    .createHash('sha256')
    .update(fs.readFileSync(path.join(folder, name)))
    .digest('base64')}:`,
});

test('stops compressing once its share of the event loop is used up', async () => {
  const names = Array.from({ length: FILES }, () => write(BYTES));
  const deltas = openDeltas(names);
  const pairs = names.flatMap((file) => names.filter((name) => name !== file).map((name) => [file, name] as const));
  const answers = await Promise.all(pairs.map(([file, name]) => deltas.get('mfe-home', file, offer(name))));
  const made = answers.filter((answer) => answer !== undefined).length;
  expect(made).toBeGreaterThan(0);
  // Each takes about 40 ms, so all 90 would block the event loop for seconds.
  expect(made).toBeLessThan(pairs.length / 2);
});

test('concurrent requests for one pair share one result', async () => {
  const names = [write(50_000), write(50_000)] as const;
  const deltas = openDeltas(names);
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => deltas.get('mfe-home', names[0], offer(names[1]))),
  );
  expect(new Set(answers.map((answer) => answer?.body)).size).toBe(1);
  expect(answers[0]).toBeDefined();
});

test('sends very large files whole', async () => {
  const names = [write(400_000), write(400_000)] as const;
  expect(await openDeltas(names).get('mfe-home', names[0], offer(names[1]))).toBeUndefined();
});
