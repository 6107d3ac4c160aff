import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { copyRepository } from '../testing/copyRepository';

/** A new team's package in a copy of the repository. */
let copy: string;
let remove: () => void;

/** Runs a program in the copy. Returns its exit code and output. */
const run = (
  program: string,
  ...args: readonly string[]
): { readonly code: number | null; readonly output: string } => {
  const { status, stdout, stderr } = spawnSync(program, args, { cwd: copy, encoding: 'utf8' });
  return { code: status, output: stdout + stderr };
};
const bin = (name: string): string => path.join(copy, 'node_modules/.bin', name);
const remoteCommand = (...args: readonly string[]) =>
  run(process.execPath, '--import', 'tsx', 'federation/registry/cli.ts', ...args);
const edit = (file: string, change: (text: string) => string): void => {
  const full = path.join(copy, file);
  fs.mkdirSync(path.dirname(full), { recursive: true });
  fs.writeFileSync(full, change(fs.existsSync(full) ? fs.readFileSync(full, 'utf8') : ''));
};
const changedFiles = (): string[] =>
  run('git', 'status', '--porcelain')
    .output.split('\n')
    .filter(Boolean)
    .map((line) => line.slice(3));

beforeAll(() => {
  ({ directory: copy, remove } = copyRepository());
  run('git', 'init', '--quiet');
  run('git', 'add', '--all');
  run(
    'git',
    '-c',
    'user.name=A colleague',
    '-c',
    'user.email=colleague@example.com',
    'commit',
    '--quiet',
    '--message',
    'The repository',
  );
  expect(changedFiles()).toEqual([]);
  expect(remoteCommand('new', 'mfe-gifts', '--owner', 'gifts & cards')).toMatchObject({ code: 0 });
}, 60_000);
afterAll(() => remove());

test('a new remote only adds its folder', () => {
  expect(changedFiles()).toEqual(['mfe-gifts/']);
  const description: unknown = JSON.parse(fs.readFileSync(path.join(copy, 'mfe-gifts/remote.json'), 'utf8'));
  expect(description).toMatchObject({ owner: 'gifts & cards', mounts: ['/gifts'], devPort: expect.any(Number) });
});

test('its files are formatted as lint demands', () => {
  expect(run(bin('prettier'), '--check', 'mfe-gifts').output).toContain('All matched files use Prettier code style');
}, 60_000);

test('the next one gets another dev port, and neither its name nor its mount may be taken', () => {
  expect(remoteCommand('new', 'mfe-gifts').output).toContain('mfe-gifts already exists.');
  expect(remoteCommand('new', 'mfe-presents', '--mount', '/gifts/wrapped').output).toContain(
    '/gifts/wrapped belongs to mfe-gifts.',
  );
  expect(remoteCommand('new', 'mfe-presents').code).toBe(0);
  const [gifts, presents] = ['mfe-gifts', 'mfe-presents'].map(
    (remote) =>
      (JSON.parse(fs.readFileSync(path.join(copy, remote, 'remote.json'), 'utf8')) as { devPort: number }).devPort,
  );
  expect(presents).toBe((gifts ?? 0) + 1);
  fs.rmSync(path.join(copy, 'mfe-presents'), { recursive: true });
}, 60_000);

const WIDGET = `import { Modal } from '@shop/shared/design-system/Modal';
import type { WidgetProps } from '@shop/shared/remote';

declare module '@shop/shared/remote' {
  interface WidgetProps {
    GiftFinder: { readonly open: boolean; readonly onClose: () => void };
  }
}

export function GiftFinder({ open, onClose }: WidgetProps['GiftFinder']) {
  return (
    <Modal open={open} onClose={onClose} label="Find a gift">
      <p>For whom?</p>
    </Modal>
  );
}
`;
/** Source of a host component that shows a widget. */
const renderHostUsing = (widget: string): string => `import { useRemoteWidget } from './remotes/useRemoteWidget';

export function Planted() {
  const { Widget } = useRemoteWidget('mfe-gifts', '${widget}', 'No gifts now.', () => undefined);
  return Widget ? <Widget open onClose={() => undefined} /> : null;
}
`;

test('a new widget is typed for the host and tested without changing other files', () => {
  edit('mfe-gifts/src/features/gift-finder/GiftFinder.tsx', () => WIDGET);
  edit(
    'mfe-gifts/src/remote.ts',
    (text) =>
      `import { GiftFinder } from './features/gift-finder/GiftFinder';\n${text.replace('widgets: {}', 'widgets: { GiftFinder }')}`,
  );
  expect(run(bin('jest'), '--selectProjects', 'mfe-gifts').output).toContain('its widgets › are the declared ones');
  edit('mfe-gifts/src/remote.contract.test.tsx', (text) =>
    text.replace('  routes: [', '  widgets: { GiftFinder: [{ open: false }, { open: true }] },\n  routes: ['),
  );
  expect(run(bin('jest'), '--verbose', '--selectProjects', 'mfe-gifts')).toMatchObject({
    code: 0,
    output: expect.stringContaining('GiftFinder, open, shows a dialog'),
  });
  expect(changedFiles()).toEqual(['mfe-gifts/']);

  edit('tsconfig.planted.json', () =>
    JSON.stringify({
      extends: './tsconfig.base.json',
      files: ['mfe-gifts/src/remote.contract.test.tsx', 'host/src/Planted.tsx', 'imports.d.ts'],
    }),
  );
  edit('host/src/Planted.tsx', () => renderHostUsing('GiftFinder'));
  expect(run(bin('tsc'), '--noEmit', '-p', 'tsconfig.planted.json')).toEqual({ code: 0, output: '' });
  edit('host/src/Planted.tsx', () => renderHostUsing('GiftSeeker'));
  expect(run(bin('tsc'), '--noEmit', '-p', 'tsconfig.planted.json').output).toContain(
    `'"GiftSeeker"' is not assignable`,
  );
}, 240_000);
