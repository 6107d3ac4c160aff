import { DEFAULT_LIMITS } from './judgeCanary';
import { judgeRelease, type OtherRemoteHealth } from './judgeRelease';
import { NO_SUMS, addSample, addSums, type Sums } from './sums';

/** Builds counts with a number of visits, of which some failed, all with the same LCP. */
const createSums = (count: number, failures = 0, lcp: number | null = 800): Sums => {
  let sums = NO_SUMS;
  for (let n = 0; n < count; n += 1) sums = addSample(sums, { first: true, failed: n < failures, lcp, inp: null });
  return sums;
};
const createOther = (before: Sums, since: Sums): OtherRemoteHealth => ({ before, since });
const calm = createOther(createSums(400, 2), createSums(400, 2));

const judge = (
  earlier: Sums,
  release: Sums,
  others: readonly OtherRemoteHealth[] = [calm],
  visitsOfHourBefore = 0,
): string | undefined =>
  judgeRelease({ release, earlier, earlierName: 'the release before (1)', visitsOfHourBefore, others }, DEFAULT_LIMITS);
/** Builds counts of failed visits: one number for each network. */
const createFailures = (...counts: readonly number[]): Sums =>
  counts
    .flatMap((count, n) => Array.from({ length: count }, () => `10.0.${n}.0/24`))
    .reduce((sums, network) => addSample(sums, { first: true, failed: true, lcp: null, inp: null, network }), NO_SUMS);
const repeat = (times: number, count: number): number[] => Array.from({ length: times }, () => count);

describe('a release that was promoted', () => {
  test.each<[string, Sums, Sums, RegExp | undefined]>([
    ['that is as good as the previous one stays', createSums(500, 5), createSums(500, 5), undefined],
    [
      'that fails for one visitor in ten is rolled back',
      createSums(1_000, 10),
      createSums(200, 20),
      /^10\.0 % of 200 visits failed, 1\.0 % of 1000 with the release before \(1\); 2 points more are allowed$/,
    ],
    ['that fails within the margin stays', createSums(1_000, 10), createSums(1_000, 25), undefined],
    [
      'that fails as often as the previous one stays, however often that is',
      createSums(500, 200),
      createSums(500, 200),
      undefined,
    ],
    ['with few failures of few visits stays: they prove nothing yet', createSums(1_000), createSums(99, 20), undefined],
    [
      'whose pages all fail is rolled back after a fifth of the visits',
      createSums(1_000),
      createSums(20, 20),
      /^100\.0 % of 20 visits failed/,
    ],
    ['whose pages all fail stays before that', createSums(1_000), createSums(19, 19), undefined],
    ['that fails in nine networks only stays', createSums(400), createFailures(...repeat(9, 30)), undefined],
    [
      'that fails in ten networks is rolled back',
      createSums(400),
      createFailures(...repeat(10, 2)),
      /^100\.0 % of 20 visits failed/,
    ],
    [
      'that fails in one network much more than in all others is judged by the others',
      createSums(1_000, 10),
      addSums(createSums(1_000), createFailures(32, ...repeat(10, 1))),
      undefined,
    ],
    [
      'that fails in many networks is rolled back, with at most a tenth of the failures of each',
      createSums(400),
      addSums(createSums(100), createFailures(40, ...repeat(27, 1))),
      /^18\.0 % of 167 visits failed/,
    ],
    [
      'with an LCP that is 50 % higher is rolled back',
      createSums(500, 0, 800),
      createSums(500, 0, 1_200),
      /largest content is there after 1250 ms \(p75\), after 850 ms with the release before/,
    ],
    ['that is slower within the margin stays', createSums(500, 0, 1_000), createSums(500, 0, 1_150), undefined],
    [
      'is not judged by LCP if the previous one has none',
      createSums(500, 0, null),
      createSums(500, 0, 9_000),
      undefined,
    ],
  ])('%s', (_what, earlier, release, reason) => {
    const output = judge(earlier, release);
    if (reason) expect(output).toMatch(reason);
    else expect(output).toBeUndefined();
  });

  test('with fewer visits than three minutes of the hour before stays', () => {
    for (const bad of [createSums(200, 200), createSums(200, 0, 9_000)]) {
      expect(judge(createSums(4_001), bad, [calm], 4_001)).toBeUndefined();
      expect(judge(createSums(4_000), bad, [calm], 4_000)).toBeDefined();
    }
  });

  test.each<[string, number, boolean]>([
    ['is rolled back if more visits fail than allowed', 15, false],
    ['stays if no more visits fail than allowed', 7, true],
  ])('after a release with few visits %s', (_what, failures, isKept) => {
    const output = judge(createSums(99), createSums(100, failures));
    if (isKept) expect(output).toBeUndefined();
    else
      expect(output).toBe(
        '15.0 % of 100 visits failed, the release before (1) had 99, too few to compare with; 7 % are allowed then',
      );
  });
});

describe('when other remotes do worse, too', () => {
  test('a release is not blamed for general failures, such as those of the API', () => {
    expect(
      judge(createSums(500), createSums(500, 450), [calm, createOther(createSums(400), createSums(400, 380))]),
    ).toBeUndefined();
    expect(
      judge(createSums(500), createSums(40, 40), [createOther(createSums(400), createSums(10, 10))]),
    ).toBeUndefined();
  });

  test('a release that fails more than they do is blamed, and the reason includes their failures', () => {
    expect(judge(createSums(500), createSums(500, 300), [createOther(createSums(400), createSums(400, 80))])).toMatch(
      /^60\.0 % of 500 visits failed, .*; other remotes failed up to 20\.0 points more than before$/,
    );
  });

  test('remotes that failed as much before, or failed once in few visits, are no excuse', () => {
    expect(
      judge(createSums(500), createSums(500, 100), [createOther(createSums(400, 120), createSums(400, 120))]),
    ).toBeDefined();
    expect(
      judge(createSums(500), createSums(500, 30), [createOther(createSums(400), createSums(15, 1))]),
    ).toBeDefined();
    expect(
      judge(createSums(500), createSums(500, 100), [createOther(createSums(400), createSums(5, 3))]),
    ).toBeDefined();
  });

  test('a release is not blamed for a general slowdown', () => {
    const slow = createOther(createSums(400, 0, 800), createSums(400, 0, 1_600));
    expect(judge(createSums(500, 0, 800), createSums(500, 0, 1_600), [slow])).toBeUndefined();
    expect(judge(createSums(500, 0, 800), createSums(500, 0, 3_200), [slow])).toMatch(/largest content/);
  });
});
