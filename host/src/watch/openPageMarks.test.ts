import { createPageMarks, MARKS_KEY } from './openPageMarks';

const home = { remote: 'mfe-home', release: '1' } as const;
const auth = { remote: 'mfe-auth', release: '2' } as const;

beforeEach(() => {
  localStorage.clear();
  jest.useFakeTimers({ now: new Date('2026-01-01T12:00:00Z') });
});
afterEach(() => jest.useRealTimers());

const pass = (seconds: number): void => void jest.setSystemTime(Date.now() + seconds * 1_000);

/** Lets a page live for a minute, renewing its mark. */
const live = (page: ReturnType<typeof createPageMarks>) => {
  const lost = [];
  for (let n = 0; n < 12; n += 1) {
    pass(5);
    lost.push(...page.renew(auth));
  }
  return lost;
};

test('the next page tells once that a page froze or crashed', () => {
  createPageMarks().renew(home);
  const next = createPageMarks();
  expect(next.renew(auth)).toEqual([]);
  expect(live(next)).toEqual([home]);
  expect(live(createPageMarks())).toEqual([auth]); // `next` gives no sign of life any more
});

test('a page that was left or hidden, or is alive, is not told', () => {
  const left = createPageMarks();
  left.renew(home);
  left.remove();
  const alive = createPageMarks();
  const next = createPageMarks();
  for (let n = 0; n < 12; n += 1) {
    pass(5);
    expect([...alive.renew(home), ...next.renew(auth)]).toEqual([]);
  }
});

test('tells nothing after the computer slept, and forgets old marks', () => {
  const [one, other] = [createPageMarks(), createPageMarks()];
  one.renew(home);
  other.renew(auth);
  pass(600);
  expect([...other.renew(auth), ...one.renew(home)]).toEqual([]);
  pass(4_000);
  expect(createPageMarks().renew(auth)).toEqual([]);
  expect(Object.keys(JSON.parse(localStorage.getItem(MARKS_KEY) ?? '{}') as object)).toHaveLength(1);
});

test.each(['no json', '[1]', 'null', '{"a":{"remote":"<b>","release":1,"at":"x"}}'])(
  'ignores stored text that is no mark: %s',
  (text) => {
    localStorage.setItem(MARKS_KEY, text);
    expect(createPageMarks().renew(home)).toEqual([]);
  },
);
