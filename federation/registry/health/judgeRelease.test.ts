import { DEFAULT_LIMITS } from './judgeCanary';
import { judgeRelease, type OtherRemoteHealth } from './judgeRelease';
import { NO_SUMS, addSample, type Sums } from './sums';

/** Builds counts with a number of visits, of which some failed, all with the same LCP. */
const visits = (count: number, failures = 0, lcp: number | null = 800): Sums => {
  let sums = NO_SUMS;
  for (let n = 0; n < count; n += 1) sums = addSample(sums, { first: true, failed: n < failures, lcp, inp: null });
  return sums;
};
const beside = (before: Sums, since: Sums): OtherRemoteHealth => ({ before, since });
const calm = beside(visits(400, 2), visits(400, 2));

const judge = (earlier: Sums, release: Sums, others: readonly OtherRemoteHealth[] = [calm]): string | undefined =>
  judgeRelease({ release, earlier, earlierName: 'the release before (1)', others }, DEFAULT_LIMITS);

describe('a release that went live', () => {
  test.each<[string, Sums, Sums, RegExp | undefined]>([
    ['that is as good as the previous one stays', visits(500, 5), visits(500, 5), undefined],
    [
      'that fails for one visitor in ten is rolled back',
      visits(1_000, 10),
      visits(200, 20),
      /^10\.0 % of 200 visits failed, 1\.0 % of 1000 with the release before \(1\); 2 points more are allowed$/,
    ],
    ['that fails within the margin stays', visits(1_000, 10), visits(1_000, 25), undefined],
    [
      'that fails as often as the previous one stays, however often that is',
      visits(500, 200),
      visits(500, 200),
      undefined,
    ],
    ['with few failures of few visits stays: they prove nothing yet', visits(1_000), visits(99, 20), undefined],
    [
      'whose pages all fail is rolled back after a fifth of the visits',
      visits(1_000),
      visits(20, 20),
      /^100\.0 % of 20 visits failed/,
    ],
    ['whose pages all fail stays before that', visits(1_000), visits(19, 19), undefined],
    [
      'with an LCP that is 50 % higher is rolled back',
      visits(500, 0, 800),
      visits(500, 0, 1_200),
      /largest content is there after 1250 ms \(p75\), after 850 ms with the release before/,
    ],
    ['that is slower within the margin stays', visits(500, 0, 1_000), visits(500, 0, 1_150), undefined],
    ['is not judged by LCP if the previous one has none', visits(500, 0, null), visits(500, 0, 9_000), undefined],
  ])('%s', (_what, earlier, release, reason) => {
    const output = judge(earlier, release);
    if (reason) expect(output).toMatch(reason);
    else expect(output).toBeUndefined();
  });

  test.each<[string, number, boolean]>([
    ['is rolled back if more visits fail than allowed', 15, false],
    ['stays if no more visits fail than allowed', 7, true],
  ])('after a release with few visits %s', (_what, failures, isKept) => {
    const output = judge(visits(99), visits(100, failures));
    if (isKept) expect(output).toBeUndefined();
    else
      expect(output).toBe(
        '15.0 % of 100 visits failed, the release before (1) had 99, too few to compare with; 7 % are allowed then',
      );
  });
});

describe('when other remotes do worse, too', () => {
  test('a release is not blamed for general failures, such as those of the API', () => {
    expect(judge(visits(500), visits(500, 450), [calm, beside(visits(400), visits(400, 380))])).toBeUndefined();
    expect(judge(visits(500), visits(40, 40), [beside(visits(400), visits(10, 10))])).toBeUndefined();
  });

  test('a release that fails more than they do is blamed, and the reason includes their failures', () => {
    expect(judge(visits(500), visits(500, 300), [beside(visits(400), visits(400, 80))])).toMatch(
      /^60\.0 % of 500 visits failed, .*; other remotes failed up to 20\.0 points more than before$/,
    );
  });

  test('remotes that failed as much before, or failed once in few visits, are no excuse', () => {
    expect(judge(visits(500), visits(500, 100), [beside(visits(400, 120), visits(400, 120))])).toBeDefined();
    expect(judge(visits(500), visits(500, 30), [beside(visits(400), visits(15, 1))])).toBeDefined();
    expect(judge(visits(500), visits(500, 100), [beside(visits(400), visits(5, 3))])).toBeDefined();
  });

  test('a release is not blamed for a general slowdown', () => {
    const slow = beside(visits(400, 0, 800), visits(400, 0, 1_600));
    expect(judge(visits(500, 0, 800), visits(500, 0, 1_600), [slow])).toBeUndefined();
    expect(judge(visits(500, 0, 800), visits(500, 0, 3_200), [slow])).toMatch(/largest content/);
  });
});
