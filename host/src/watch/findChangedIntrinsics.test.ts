import { findChangedIntrinsics } from './findChangedIntrinsics';
import { recordIntrinsics } from './intrinsics';

test('finds nothing on a page that is as it was', () => {
  expect(findChangedIntrinsics(recordIntrinsics())).toEqual([]);
});

/** An object, its property, and what the property becomes; removed without a value. */
test.each<[string, object, string, PropertyDescriptor | undefined, string]>([
  ['a method that was replaced', Array.prototype, 'map', { value: [].flatMap }, 'Array.prototype.map'],
  ['a function of the window', window, 'setTimeout', { value: () => 0 }, 'setTimeout'],
  ['a constructor', window, 'URL', { value: class extends URL {} }, 'URL'],
  ['an accessor', Node.prototype, 'textContent', { get: () => '' }, 'Node.prototype.textContent'],
  ['a method that was removed', History.prototype, 'pushState', undefined, 'History.prototype.pushState'],
  ['a property that every object would have', Object.prototype, 'extra', { value: 1 }, 'Object.prototype.extra'],
])('finds %s', (_what, object, key, now, name) => {
  const recorded = recordIntrinsics();
  const before = Reflect.getOwnPropertyDescriptor(object, key);
  Reflect.deleteProperty(object, key);
  if (now) Reflect.defineProperty(object, key, { ...now, configurable: true });
  const found = findChangedIntrinsics(recorded);
  Reflect.deleteProperty(object, key);
  if (before) Reflect.defineProperty(object, key, before);
  expect(found).toEqual([name]);
});

test('ignores values, and properties that pages and tools add elsewhere', () => {
  const recorded = recordIntrinsics();
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = stackTraceLimit + 1;
  Object.assign(window, { shopAnalytics: () => 1, __tool: () => 1 });
  Object.assign(document, { _reactListening: true });
  expect(findChangedIntrinsics(recorded)).toEqual([]);
  Error.stackTraceLimit = stackTraceLimit;
});
