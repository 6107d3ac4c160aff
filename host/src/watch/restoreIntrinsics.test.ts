import { recordIntrinsics } from './intrinsics';
import { restoreIntrinsics } from './restoreIntrinsics';

let restore: () => string[];
beforeEach(() => {
  const intrinsics = recordIntrinsics();
  restore = () => restoreIntrinsics(intrinsics);
});
afterEach(() => void restore());

test('changes nothing on a page that is as it was', () => {
  expect(restore()).toEqual([]);
});

test.each<[string, () => void, string]>([
  [
    'a method that was replaced',
    () => {
      Array.prototype.map = () => [];
    },
    'Array.prototype.map',
  ],
  [
    'a function of the window',
    () => {
      window.setTimeout = (() => 0) as unknown as typeof setTimeout;
    },
    'setTimeout',
  ],
  [
    'a constructor',
    () => {
      window.URL = class extends URL {};
    },
    'URL',
  ],
  [
    'an accessor',
    () => Object.defineProperty(Node.prototype, 'textContent', { configurable: true, get: () => '' }),
    'Node.prototype.textContent',
  ],
  [
    'a method that was removed',
    () => Reflect.deleteProperty(History.prototype, 'pushState'),
    'History.prototype.pushState',
  ],
  [
    'a method of an object that hides its prototype’s',
    () => Object.assign(document, { querySelector: () => null }),
    'document.querySelector',
  ],
  [
    'a property that every object would have',
    () => Object.assign(Object.prototype, { extra: 1 }),
    'Object.prototype.extra',
  ],
])('restores %s', (_what, change, name) => {
  change();
  expect(restore()).toEqual([name]);
  expect(restore()).toEqual([]);
});

test('works although the methods of arrays and objects were replaced', () => {
  const { setTimeout: original } = window;
  Object.assign(Array.prototype, {
    push: () => 0,
    includes: () => true,
    filter: () => [],
    [Symbol.iterator]: () => [],
  });
  Object.assign(Object, { entries: () => [], is: () => true });
  Object.assign(window, { setTimeout: () => 0 });
  const names = restore();
  expect(names).toContain('setTimeout');
  expect(names).toContain('Array.prototype.push');
  expect(window.setTimeout).toBe(original);
  expect([1, 2].filter((n) => n > 1)).toEqual([2]);
});

test('ignores properties that pages and tools add elsewhere', () => {
  Object.assign(window, { shopAnalytics: () => 1, __tool: () => 1 });
  Object.assign(document, { _reactListening: true });
  expect(restore()).toEqual([]);
});
