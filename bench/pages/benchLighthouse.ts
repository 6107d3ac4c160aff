import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { startShop } from '../startShop';

const run = promisify(execFile);
const repositoryRoot = path.resolve(__dirname, '../..');

const PAGES = [
  { name: 'jewellery home', path: '/?store=jewellery' },
  { name: 'organic home', path: '/?store=organic' },
] as const;
/** Number of runs; the median counts, because scores vary with the machine's load. */
const RUNS = 3;
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const;
/**
 * `devtools` throttles network and CPU and measures; `simulate`, the preset's default, loads without throttling and
 * calculates.
 */
const METHODS = ['devtools', 'simulate'] as const;
const SHOWN = ['largest-contentful-paint', 'total-blocking-time', 'cumulative-layout-shift', 'speed-index'];
const MAX_OUTPUT_BYTES = 64 * 1024 * 1024;

/** The part of Lighthouse's report that is used. */
interface Report {
  readonly audits: Readonly<
    Record<
      string,
      {
        readonly title: string;
        readonly score: number | null;
        readonly scoreDisplayMode: string;
        readonly displayValue?: string;
      }
    >
  >;
  readonly categories: Readonly<
    Record<string, { readonly score: number | null; readonly auditRefs: readonly { readonly id: string }[] }>
  >;
}

/** Runs Lighthouse in a separate process: it injects its own source into the page, which must not be transpiled. */
const audit = async (url: string, method: (typeof METHODS)[number]): Promise<Report> => {
  const chromium = process.env['CHROMIUM_PATH'];
  const { stdout } = await run(
    process.execPath,
    [
      path.join(repositoryRoot, 'node_modules/lighthouse/cli/index.js'),
      url,
      '--output=json',
      '--quiet',
      `--throttling-method=${method}`,
      `--only-categories=${CATEGORIES.join(',')}`,
      '--chrome-flags=--headless=new --no-sandbox --disable-gpu --no-first-run --disable-background-networking',
    ],
    {
      maxBuffer: MAX_OUTPUT_BYTES,
      env: { ...process.env, ...(chromium === undefined ? {} : { CHROME_PATH: chromium }) },
    },
  );
  return JSON.parse(stdout) as Report;
};

/** Lighthouse occasionally loses a trace and must be run again (NO_NAVSTART). */
const auditAgain = (url: string, method: (typeof METHODS)[number]): Promise<Report> =>
  audit(url, method).catch(() => audit(url, method));

const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
const readScore = ({ categories }: Report, category: string): number =>
  Math.round((categories[category]?.score ?? 0) * 100);

/** Failing audits of a category, except performance. */
const unmet = ({ categories, audits }: Report): string[] =>
  CATEGORIES.filter((category) => category !== 'performance').flatMap((category) =>
    (categories[category]?.auditRefs ?? []).flatMap(({ id }) => {
      const { score = null, scoreDisplayMode, title } = audits[id] ?? {};
      return score !== null && score < 1 && scoreDisplayMode !== 'informative' ? [`${category}: ${title ?? id}`] : [];
    }),
  );

/** Audits both home pages with Lighthouse's mobile preset. */
export const benchLighthouse = async (): Promise<void> => {
  console.log('\nLighthouse, mobile preset (slow 4G, processor 4 times slower)');
  const shop = await startShop();
  try {
    for (const { name, path: page, method } of PAGES.flatMap((entry) =>
      METHODS.map((method) => ({ ...entry, method })),
    )) {
      const reports: Report[] = [];
      for (let n = 0; n < RUNS; n += 1) reports.push(await auditAgain(shop.url + page, method));
      console.log(`  ${name}, ${method}`);
      for (const category of CATEGORIES) {
        const scores = reports.map((report) => readScore(report, category));
        console.log(
          `    ${category} ${median(scores)} (${scores.join(', ')}; ${category === 'performance' ? 'at least 95' : '100'})`,
        );
      }
      for (const id of SHOWN)
        console.log(
          `    ${reports[0]?.audits[id]?.title}: ${reports.map(({ audits }) => audits[id]?.displayValue ?? '?').join(', ')}`,
        );
      for (const line of new Set(reports.flatMap(unmet))) console.log(`    not met: ${line}`);
    }
  } finally {
    await shop.stop();
  }
};
