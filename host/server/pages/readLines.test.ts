import { PassThrough } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { readLines } from './readLines';

const readAll = async (chunks: readonly string[], maxChars = 10) => {
  const stream = new PassThrough();
  const lines: string[] = [];
  let isTooLong = false;
  readLines(stream, maxChars, { onLine: (line) => lines.push(line), onTooLong: () => (isTooLong = true) });
  for (const chunk of chunks) {
    stream.write(chunk);
    await nextTurn();
  }
  return { lines, isTooLong };
};

test('lines are put together from chunks, also within a character', async () => {
  expect(await readAll(['one\ntw', 'o\n\nth', 'ree'])).toEqual({ lines: ['one', 'two', ''], isTooLong: false });
});

test('a chunk of many lines is read', async () => {
  expect((await readAll(['\n'.repeat(200_000)])).lines).toHaveLength(200_000);
});

test('nothing is read after a line that is too long', async () => {
  expect(await readAll(['short\n', '0123456789', 'a', '\nlate\n'])).toEqual({ lines: ['short'], isTooLong: true });
});
