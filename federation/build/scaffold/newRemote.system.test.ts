import fs from 'node:fs';
import { RepositoryCopy } from '../testing/RepositoryCopy';

/** A new team's package in a copy of the repository. */
let copy: RepositoryCopy;
const remoteCommand = (...args: readonly string[]) =>
  copy.run(process.execPath, '--import', 'tsx', 'federation/registry/cli.ts', ...args);

beforeAll(() => {
  copy = new RepositoryCopy();
  copy.commit();
  expect(copy.findChangedFiles()).toEqual([]);
  expect(remoteCommand('new', 'mfe-gifts', '--owner', 'gifts & cards')).toMatchObject({ code: 0 });
}, 60_000);
afterAll(() => copy.remove());

test('a new remote only adds its folder, and its team as the reviewer', () => {
  expect(copy.findChangedFiles()).toEqual(['.github/CODEOWNERS', 'mfe-gifts/']);
  const description: unknown = JSON.parse(copy.read('mfe-gifts/remote.json'));
  expect(description).toMatchObject({ owner: 'gifts & cards', mounts: ['/gifts'], devPort: expect.any(Number) });
});

test('its files are formatted as lint demands', () => {
  expect(copy.run('prettier', '--check', 'mfe-gifts').output).toContain('All matched files use Prettier code style');
}, 60_000);

test('the next one gets another dev port, and neither its name nor its mount may be taken', () => {
  expect(remoteCommand('new', 'mfe-gifts').output).toContain('mfe-gifts already exists.');
  expect(remoteCommand('new', 'mfe-presents', '--mount', '/gifts/wrapped').output).toContain(
    '/gifts/wrapped belongs to mfe-gifts.',
  );
  expect(remoteCommand('new', 'mfe-api').output).toContain("/api is not for remotes: /api is the host's.");
  expect(remoteCommand('new', 'mfe-presents', '--mount', '/media/wrapped')).toMatchObject({ code: 1 });
  expect(copy.findChangedFiles()).toEqual(['.github/CODEOWNERS', 'mfe-gifts/']);
  expect(remoteCommand('new', 'mfe-presents').code).toBe(0);
  const [gifts, presents] = ['mfe-gifts', 'mfe-presents'].map(
    (remote) => (JSON.parse(copy.read(`${remote}/remote.json`)) as { devPort: number }).devPort,
  );
  expect(presents).toBe((gifts ?? 0) + 1);
  fs.rmSync(copy.resolve('mfe-presents'), { recursive: true });
}, 60_000);

const CONTRACT = `import '@shop/shared/remote';

declare module '@shop/shared/remote' {
  interface WidgetProps {
    GiftFinder: { readonly open: boolean; readonly onClose: () => void };
  }
}
`;
const WIDGET = `import { Modal } from '@shop/shared/design-system/Modal';
import type { WidgetProps } from '@shop/shared/remote';

export function GiftFinder({ open, onClose }: WidgetProps['GiftFinder']) {
  return (
    <Modal open={open} onClose={onClose} label="Find a gift">
      <p>For whom?</p>
    </Modal>
  );
}
`;
/** Source of another remote's component that shows a widget. */
const renderPlanted = (
  widget: string,
): string => `import { useRemoteWidget } from '@shop/shared/remote/useRemoteWidget';

export function Planted() {
  const { Widget } = useRemoteWidget('mfe-gifts', '${widget}', 'No gifts now.', () => undefined);
  return Widget ? <Widget open onClose={() => undefined} /> : null;
}
`;

test('a new widget is typed for other remotes and tested without changing other files', () => {
  copy.write('mfe-gifts/src/contract.ts', CONTRACT);
  copy.write('mfe-gifts/src/features/gift-finder/GiftFinder.tsx', WIDGET);
  copy.edit(
    'mfe-gifts/src/remote.ts',
    (text) =>
      `import { GiftFinder } from './features/gift-finder/GiftFinder';\n${text.replace('widgets: {}', 'widgets: { GiftFinder }')}`,
  );
  expect(copy.run('jest', '--selectProjects', 'mfe-gifts').output).toContain(
    'its widgets › are those that its contract test lists',
  );
  copy.edit('mfe-gifts/src/remote.contract.test.tsx', (text) =>
    text.replace('  routes: [', '  widgets: { GiftFinder: [{ open: false }, { open: true }] },\n  routes: ['),
  );
  expect(copy.run('jest', '--verbose', '--selectProjects', 'mfe-gifts')).toMatchObject({
    code: 0,
    output: expect.stringContaining('GiftFinder, open, shows a dialog'),
  });
  expect(copy.findChangedFiles()).toEqual(['.github/CODEOWNERS', 'mfe-gifts/']);

  // Another team's own type check knows it, and compiles nothing else of this remote.
  copy.write('mfe-gifts/src/unfinished.ts', "export const unfinished: number = 'text';\n");
  copy.write('mfe-home/src/Planted.tsx', renderPlanted('GiftFinder'));
  expect(copy.run('tsc', '--noEmit', '-p', 'mfe-home/tsconfig.types.json')).toEqual({ code: 0, output: '' });
  copy.write('mfe-home/src/Planted.tsx', renderPlanted('GiftSeeker'));
  expect(copy.run('tsc', '--noEmit', '-p', 'mfe-home/tsconfig.types.json').output).toContain(
    `'"GiftSeeker"' is not assignable`,
  );
}, 240_000);
