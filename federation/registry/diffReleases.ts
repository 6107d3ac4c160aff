import { hasContentName, plainName } from '../build/contentName';
import type { Budget, Release } from './release';

/** Entries that are in only one of two lists. */
export interface ListDiff {
  readonly added: readonly string[];
  readonly removed: readonly string[];
}

interface FileSize {
  /** Undefined if the release does not record it. */
  readonly bytes: number | undefined;
  /**
   * Bytes of the brotli copy, which browsers download; undefined if there is none or the release does not record it.
   */
  readonly compressed: number | undefined;
}

/** A file by its name without content hash, such as "web/remote.js", in both releases. */
export interface FileDiff {
  readonly kind: 'added' | 'removed' | 'changed';
  readonly name: string;
  readonly before: FileSize | undefined;
  readonly after: FileSize | undefined;
}

export interface NumberDiff {
  readonly before: number | undefined;
  readonly after: number | undefined;
}

/** Differences between two releases of a remote. Sizes are in bytes of brotli, budgets in kilobytes. */
export interface ReleaseDiff {
  readonly contract: NumberDiff;
  readonly mounts: ListDiff;
  readonly routes: ListDiff;
  readonly slices: ListDiff;
  readonly widgets: ListDiff;
  /** Such as "catalog.product-end: GiftNote". */
  readonly slots: ListDiff;
  readonly exposes: ListDiff;
  /** "react ^19.3.1" */
  readonly requires: ListDiff;
  /** Such as "react useState". Undefined if one of the releases does not record imports. */
  readonly imports: ListDiff | undefined;
  readonly usedRoutes: ListDiff;
  readonly usedWidgets: ListDiff;
  readonly sizes: Readonly<Record<keyof Budget, NumberDiff>>;
  readonly budget: Readonly<Record<keyof Budget, NumberDiff>>;
  readonly files: readonly FileDiff[];
}

const diffLists = (before: readonly string[], after: readonly string[]): ListDiff => ({
  added: after.filter((one) => !before.includes(one)),
  removed: before.filter((one) => !after.includes(one)),
});

const diffNumbers = (before: number | undefined, after: number | undefined): NumberDiff => ({ before, after });

const COMPRESSED_FILE = /\.(?:br|gz)$/;

interface ReleaseFile extends FileSize {
  readonly hash: string;
}

/** Groups files by name without content hash, so that a changed file is not reported as one removed and one added. */
const groupFilesByPlainName = ({ files, bytes = {} }: Release): ReadonlyMap<string, readonly ReleaseFile[]> => {
  const byName = new Map<string, ReleaseFile[]>();
  for (const [name, hash] of Object.entries(files)) {
    if (COMPRESSED_FILE.test(name)) continue;
    const plain = hasContentName(name) ? plainName(name) : name;
    byName.set(plain, [...(byName.get(plain) ?? []), { hash, bytes: bytes[name], compressed: bytes[`${name}.br`] }]);
  }
  return byName;
};

/** Several files may share a plain name: files with equal content are the same, the others are paired in order. */
const diffFiles = (before: Release, after: Release): FileDiff[] => {
  const [filesBefore, filesAfter] = [groupFilesByPlainName(before), groupFilesByPlainName(after)];
  const names = [...new Set([...filesBefore.keys(), ...filesAfter.keys()])].sort();
  return names.flatMap((name): FileDiff[] => {
    const [old, now] = [filesBefore.get(name) ?? [], filesAfter.get(name) ?? []];
    const onlyBefore = old.filter(({ hash }) => !now.some((file) => file.hash === hash));
    const onlyAfter = now.filter(({ hash }) => !old.some((file) => file.hash === hash));
    return Array.from({ length: Math.max(onlyBefore.length, onlyAfter.length) }, (_, index): FileDiff => {
      const [from, to] = [onlyBefore[index], onlyAfter[index]];
      return {
        kind: from && to ? 'changed' : to ? 'added' : 'removed',
        name,
        before: from && { bytes: from.bytes, compressed: from.compressed },
        after: to && { bytes: to.bytes, compressed: to.compressed },
      };
    });
  });
};

const listRanges = ({ requires }: Release): string[] =>
  Object.entries(requires).map(([name, range]) => `${name} ${range}`);
const listImports = (imports: NonNullable<Release['imports']>): string[] =>
  Object.entries(imports).flatMap(([singleton, names]) => names.map((name) => `${singleton} ${name}`));

/** Everything of a link that visitors notice is in its line, so that a change of it is reported. */
const listSlots = ({ menu = [], fills = {} }: Release): string[] => [
  ...menu.map(
    ({ label, href, order = 0, storefront }) =>
      `header-menu: ${label} -> ${href}, order ${order}${storefront === undefined ? '' : `, in ${storefront}`}`,
  ),
  ...Object.entries(fills).map(([slot, widget]) => `${slot}: ${widget}`),
];

export const compareReleases = (before: Release, after: Release): ReleaseDiff => ({
  contract: diffNumbers(before.contract, after.contract),
  mounts: diffLists(before.mounts, after.mounts),
  routes: diffLists(
    before.routes.map(({ path }) => path),
    after.routes.map(({ path }) => path),
  ),
  slices: diffLists(before.slices, after.slices),
  widgets: diffLists(before.widgets, after.widgets),
  slots: diffLists(listSlots(before), listSlots(after)),
  exposes: diffLists(before.exposes, after.exposes),
  requires: diffLists(listRanges(before), listRanges(after)),
  imports: before.imports && after.imports && diffLists(listImports(before.imports), listImports(after.imports)),
  usedRoutes: diffLists(before.uses.routes, after.uses.routes),
  usedWidgets: diffLists(before.uses.widgets, after.uses.widgets),
  sizes: {
    entry: diffNumbers(before.sizes.entry, after.sizes.entry),
    page: diffNumbers(before.sizes.page, after.sizes.page),
  },
  budget: {
    entry: diffNumbers(before.budget?.entry, after.budget?.entry),
    page: diffNumbers(before.budget?.page, after.budget?.page),
  },
  files: diffFiles(before, after),
});

const formatListDiff = (what: string, { added, removed }: ListDiff): string[] => [
  ...added.map((one) => `+ ${what} ${one}`),
  ...removed.map((one) => `- ${what} ${one}`),
];

const formatNumberDiff = (what: string, { before, after }: NumberDiff, format: (value: number) => string): string[] => {
  const text = (value: number | undefined): string => (value === undefined ? 'unknown' : format(value));
  return before === after ? [] : [`~ ${what} ${text(before)} -> ${text(after)}`];
};

const formatKilobytes = (bytes: number): string => `${(bytes / 1_000).toFixed(1)} KB`;
const MARKS = { added: '+', removed: '-', changed: '~' } as const;

const formatFileDiff = ({ kind, name, before, after }: FileDiff): string => {
  const sizes = [before?.bytes, after?.bytes].flatMap((bytes) => (bytes === undefined ? [] : [formatKilobytes(bytes)]));
  return [`${MARKS[kind]} file ${name}`, ...(sizes.length > 0 ? [sizes.join(' -> ')] : [])].join(' ');
};

/**
 * Formats the differences between two releases, one per line. Sizes are in brotli, those of single files uncompressed.
 */
export const diffReleases = (before: Release, after: Release): string[] => {
  const diff = compareReleases(before, after);
  return [
    ...formatNumberDiff('contract', diff.contract, String),
    ...formatListDiff('mount', diff.mounts),
    ...formatListDiff('route', diff.routes),
    ...formatListDiff('slice', diff.slices),
    ...formatListDiff('widget', diff.widgets),
    ...formatListDiff('slot', diff.slots),
    ...formatListDiff('expose', diff.exposes),
    ...formatListDiff('needs', diff.requires),
    ...(diff.imports ? formatListDiff('imports', diff.imports) : []),
    ...formatListDiff('links to', diff.usedRoutes),
    ...formatListDiff('shows widget', diff.usedWidgets),
    ...formatNumberDiff('entry', diff.sizes.entry, formatKilobytes),
    ...formatNumberDiff('first page', diff.sizes.page, formatKilobytes),
    ...formatNumberDiff('budget of entry', diff.budget.entry, (value) => `${value} KB`),
    ...formatNumberDiff('budget of first page', diff.budget.page, (value) => `${value} KB`),
    ...diff.files.map(formatFileDiff),
  ];
};
