import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';

const root = path.resolve(__dirname, '..');
const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '*.css', '*.ts', '*.tsx'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => /^(?:shared|host|mfe-[^/]+)\/src\//.test(file) && fs.existsSync(path.join(root, file)));
const read = (file: string): string => fs.readFileSync(path.join(root, file), 'utf8');

// A name that nothing sets makes its whole declaration void: text has the color of what is behind it.
test('every custom property that styles read is set somewhere, or has a fallback', () => {
  const set = new Set(
    files.flatMap((file) =>
      [...read(file).matchAll(file.endsWith('.css') ? /(--[\w-]+)\s*:/g : /['"`](--[\w-]+)/g)].map(([, name]) => name),
    ),
  );
  const unknown = files
    .filter((file) => file.endsWith('.css'))
    .flatMap((file) =>
      [...read(file).matchAll(/var\((--[\w-]+)\s*\)/g)].flatMap(([, name]) =>
        set.has(name) ? [] : [`${file}: ${name}`],
      ),
    );
  expect(unknown).toEqual([]);
});
