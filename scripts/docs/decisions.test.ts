import fs from 'node:fs';
import path from 'node:path';

const directory = path.resolve(__dirname, '../../docs/decisions');
const MAX_WORDS = 250;

test(`every decision record has at most ${MAX_WORDS} words`, () => {
  const records = fs.readdirSync(directory).map((file) => {
    const words = fs.readFileSync(path.join(directory, file), 'utf8').trim().split(/\s+/).length;
    return { file, words };
  });
  expect(records.length).toBeGreaterThan(40);
  expect(records.filter(({ words }) => words > MAX_WORDS)).toEqual([]);
});
