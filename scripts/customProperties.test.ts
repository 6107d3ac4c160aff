import fs from 'node:fs';
import path from 'node:path';

const root = path.resolve(__dirname, '..');
const files = fs
  .readdirSync(root)
  .filter((folder) => /^(?:shared|host|mfe-.*)$/.test(folder))
  .flatMap((folder) =>
    fs
      .readdirSync(path.join(root, folder, 'src'), { recursive: true, encoding: 'utf8' })
      .map((file) => path.join(folder, 'src', file)),
  )
  .filter((file) => /\.(?:css|tsx?)$/.test(file));
const read = (file: string): string => fs.readFileSync(path.join(root, file), 'utf8');
/** In styles `--name:`, in scripts a text that begins with the name. */
const listSet = (file: string): string[] =>
  read(file)
    .split(file.endsWith('.css') ? /[\s{;]/ : /['"`]/)
    .flatMap((word) => /^--[\w-]+/.exec(word) ?? []);
const listRead = (file: string): string[] =>
  read(file)
    .split('var(')
    .slice(1)
    .flatMap((text) => /^(--[\w-]+)\s*\)/.exec(text)?.[1] ?? []);

// A name that nothing sets makes its whole declaration void: text has the color of what is behind it.
test('every custom property that styles read is set somewhere, or has a fallback', () => {
  const set = new Set(files.flatMap(listSet));
  const unknown = files
    .filter((file) => file.endsWith('.css'))
    .flatMap((file) => listRead(file).flatMap((name) => (set.has(name) ? [] : [`${file}: ${name}`])));
  expect(unknown).toEqual([]);
});
