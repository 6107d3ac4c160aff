import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { isProductionTopology, repositoryRoot, SHOP_URL } from './stackConfig';

const run = promisify(execFile);
const MAX_OUTPUT_BYTES = 64 * 1024 * 1024;
const CATEGORIES = ['accessibility', 'best-practices', 'seo'] as const;
const AUDITS = ['resource-summary', 'dom-size-insight', 'unused-javascript', 'network-requests'] as const;

/** The part of Lighthouse's report that is used. */
interface Report {
  readonly runtimeError?: { readonly message: string };
  readonly categories: Readonly<Record<string, { readonly auditRefs: readonly { readonly id: string }[] }>>;
  readonly audits: Readonly<
    Record<
      string,
      {
        readonly title: string;
        readonly score: number | null;
        readonly scoreDisplayMode: string;
        readonly details?: { readonly items: readonly Readonly<Record<string, unknown>>[] };
      }
    >
  >;
}

/** A page audited with Lighthouse's mobile preset; sizes are bytes over the wire. */
export interface PageAudit {
  readonly requests: number;
  /** `unused`: bytes of JavaScript that did not run during load. */
  readonly bytes: Readonly<Record<'script' | 'stylesheet' | 'font' | 'image' | 'document' | 'unused', number>>;
  readonly elements: number;
  readonly pictureTypes: readonly string[];
  /** Failing audits of accessibility, best practices and SEO. */
  readonly failed: readonly string[];
}

const readItems = ({ audits }: Report, id: (typeof AUDITS)[number]): readonly Readonly<Record<string, unknown>>[] =>
  audits[id]?.details?.items ?? [];
const toNumber = (value: unknown): number => (typeof value === 'number' ? value : 0);

const read = (report: Report): PageAudit => {
  const summary = new Map(readItems(report, 'resource-summary').map((item) => [item['resourceType'], item]));
  const readBytes = (type: string): number => toNumber(summary.get(type)?.['transferSize']);
  const elements = readItems(report, 'dom-size-insight').find(({ statistic }) => statistic === 'Total elements')?.[
    'value'
  ];
  const unused = readItems(report, 'unused-javascript').reduce((sum, item) => sum + toNumber(item['wastedBytes']), 0);
  const failed = CATEGORIES.flatMap((category) =>
    (report.categories[category]?.auditRefs ?? []).flatMap(({ id }) => {
      const { score = null, scoreDisplayMode, title } = report.audits[id] ?? {};
      return score !== null && score < 1 && scoreDisplayMode !== 'informative' ? [`${category}: ${title ?? id}`] : [];
    }),
  );
  return {
    requests: toNumber(summary.get('total')?.['requestCount']),
    bytes: {
      script: readBytes('script'),
      stylesheet: readBytes('stylesheet'),
      font: readBytes('font'),
      image: readBytes('image'),
      document: readBytes('document'),
      unused,
    },
    elements: typeof elements === 'object' && elements !== null && 'value' in elements ? toNumber(elements.value) : 0,
    pictureTypes: [
      ...new Set(
        readItems(report, 'network-requests').flatMap(({ resourceType, mimeType }) =>
          resourceType === 'Image' ? [String(mimeType)] : [],
        ),
      ),
    ],
    failed,
  };
};

/**
 * Runs Lighthouse in a separate process: it injects its own source into the page, which must not be transpiled.
 * `simulate` loads without throttling.
 */
const report = async (address: string): Promise<Report> => {
  const { stdout } = await run(
    process.execPath,
    [
      path.join(repositoryRoot, 'node_modules/lighthouse/cli/index.js'),
      SHOP_URL + address,
      '--output=json',
      '--quiet',
      '--throttling-method=simulate',
      '--disable-full-page-screenshot',
      `--only-categories=${CATEGORIES.join(',')}`,
      `--only-audits=${AUDITS.join(',')}`,
      `--chrome-flags=${isProductionTopology ? '--ignore-certificate-errors ' : ''}--headless=new --no-sandbox --disable-gpu --no-first-run --disable-background-networking`,
    ],
    {
      maxBuffer: MAX_OUTPUT_BYTES,
      env: { ...process.env, ...(process.env['CHROMIUM_PATH'] ? { CHROME_PATH: process.env['CHROMIUM_PATH'] } : {}) },
    },
  );
  const answer = JSON.parse(stdout) as Report; // Written by Lighthouse.
  if (answer.runtimeError) throw new Error(answer.runtimeError.message);
  return answer;
};

/** Lighthouse occasionally loses a trace and must be run again (NO_NAVSTART). */
const auditPage = async (address: string): Promise<PageAudit> =>
  read(await report(address).catch(() => report(address)));

/** Number of parallel runs: Lighthouse spends most of its time waiting for idle pages and traces. */
const AT_A_TIME = 2;

/** Audits by path. */
export const auditPages = async (addresses: readonly string[]): Promise<ReadonlyMap<string, PageAudit>> => {
  const audits = new Map<string, PageAudit>();
  const waiting = [...addresses];
  const lane = async (): Promise<void> => {
    for (let address = waiting.shift(); address !== undefined; address = waiting.shift())
      audits.set(address, await auditPage(address));
  };
  await Promise.all(Array.from({ length: AT_A_TIME }, lane));
  return audits;
};
