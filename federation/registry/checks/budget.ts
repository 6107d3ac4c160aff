import { MAX_BUDGET } from '@shop/build/RemoteDescription';
import { getAudience } from '@shop/runtime/remotes';
import { plainName } from '../../build/contentName';
import type { Budget, Release } from '../release';

const BYTES_PER_KILOBYTE = 1_000;

/** Used for uploads that declare no budget; enough for most remotes. */
export const DEFAULT_BUDGET: Budget = { entry: 8.5, page: 40 };

/**
 * Upper limit in kilobytes before compression, because browsers have to parse that much. The largest remotes have 182
 * (first page of mfe-auth) and 111 (on demand, mfe-home).
 */
const MAX_UNCOMPRESSED = { shoppers: 400, staff: 1_000 };
const MAX_PROBE_BYTES = 1_000;

type MeasuredRelease = Pick<Release, 'audience' | 'sizes' | 'budget' | 'partBudget' | 'bytes' | 'web'>;

/** A part of a release that has a budget. */
interface Part {
  readonly what: string;
  readonly verb: 'weighs' | 'weigh';
  /** Compressed bytes. */
  readonly bytes: number;
  /** Kilobytes. */
  readonly budget: number | undefined;
  readonly max: number;
}

const toKilobytes = (bytes: number): string => (bytes / BYTES_PER_KILOBYTE).toFixed(1);

/** No page loads this script for tests (federation/build/webpack/singletonsProbe.ts). Its name alone proves nothing. */
const isProbe = (name: string, bytes: number): boolean => plainName(name) === 'p.js' && bytes <= MAX_PROBE_BYTES;

/** Lists scripts and stylesheets that pages load on demand: all that the first page does not need. */
const listOnDemand = ({ web }: MeasuredRelease, bytes: Readonly<Record<string, number>>): string[] => {
  const first = new Set([web.entry, ...web.scripts, ...web.styles]);
  return Object.entries(bytes).flatMap(([file, size]) => {
    const name = /^web\/(.*\.(?:js|css))$/.exec(file)?.[1];
    return name === undefined || first.has(name) || isProbe(name, size) ? [] : [name];
  });
};

/** Older releases record the sizes of their entry and first page only. */
const listParts = (release: MeasuredRelease): Part[] => {
  const max = MAX_BUDGET[getAudience(release)];
  const { web, sizes, budget = max, partBudget = {}, bytes } = release;
  const parts: Part[] = [
    { what: 'entry', verb: 'weighs', bytes: sizes.entry, budget: budget.entry, max: max.entry },
    { what: 'first page', verb: 'weighs', bytes: sizes.page, budget: budget.page, max: max.page },
  ];
  if (!bytes) return parts;
  const sum = (names: readonly string[]): number =>
    names.reduce((total, name) => total + (bytes[`web/${name}.br`] ?? bytes[`web/${name}`] ?? 0), 0);
  return [
    ...parts,
    {
      what: "first page's JavaScript",
      verb: 'weighs',
      bytes: sum([web.entry, ...web.scripts]),
      budget: partBudget.scripts,
      max: Infinity, // it is in the first page's limit
    },
    { what: 'styles', verb: 'weigh', bytes: sum(web.styles), budget: partBudget.styles, max: Infinity },
    {
      what: 'files loaded on demand',
      verb: 'weigh',
      bytes: sum(listOnDemand(release, bytes)),
      budget: partBudget.lazy,
      max: max.lazy,
    },
  ];
};

const checkPart = ({ what, verb, bytes, budget = Infinity, max }: Part): string[] => {
  const allowed = budget < max ? `its budget allows ${budget} KB` : `no remote may have more than ${max} KB`;
  return bytes > Math.min(budget, max) * BYTES_PER_KILOBYTE
    ? [`Its ${what} ${verb} ${toKilobytes(bytes)} KB compressed; ${allowed}.`]
    : [];
};

const checkDeclared = ({ what, budget, max }: Part): string[] =>
  budget !== undefined && budget > max
    ? [`Its budget of ${budget} KB for the ${what} is more than the ${max} KB that any remote may have.`]
    : [];

const checkUncompressed = (release: MeasuredRelease): string[] => {
  const { web, bytes } = release;
  if (!bytes) return [];
  const max = MAX_UNCOMPRESSED[getAudience(release)];
  const check = (what: string, names: readonly string[]): string[] => {
    const total = names.reduce((sum, name) => sum + (bytes[`web/${name}`] ?? 0), 0);
    return total > max * BYTES_PER_KILOBYTE
      ? [`Its ${what} ${toKilobytes(total)} KB before compression; no remote may have more than ${max} KB.`]
      : [];
  };
  return [
    ...check('first page has', [web.entry, ...web.scripts, ...web.styles]),
    ...check('files loaded on demand have', listOnDemand(release, bytes)),
  ];
};

/**
 * Returns one sentence for each size over the remote's budget or over the limit for all remotes, and for each budget
 * over that limit. Releases published by older tools declare no budget; they were checked when they were published.
 */
export const checkBudget = (release: MeasuredRelease): string[] => {
  const parts = listParts(release);
  return [...parts.flatMap(checkPart), ...parts.flatMap(checkDeclared), ...checkUncompressed(release)];
};
