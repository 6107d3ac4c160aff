import type { Release } from './release';

const lines = (what: string, before: readonly string[], after: readonly string[]): string[] => [
  ...after.filter((one) => !before.includes(one)).map((one) => `+ ${what} ${one}`),
  ...before.filter((one) => !after.includes(one)).map((one) => `- ${what} ${one}`),
];

const kilobytes = (bytes: number): string => `${(bytes / 1_000).toFixed(1)} KB`;

/** What differs between two releases of a remote, a line each; sizes are of brotli. */
export const diffReleases = (before: Release, after: Release): string[] => {
  const ranges = ({ requires }: Release): string[] => Object.entries(requires).map(([name, range]) => `${name} ${range}`);
  const changedFiles = Object.keys(after.files).filter((name) => before.files[name] !== undefined && before.files[name] !== after.files[name]);
  const webFiles = ({ files }: Release): string[] => Object.keys(files).filter((name) => name.startsWith('web/') && !/\.(?:br|gz)$/.test(name));
  return [
    ...(before.contract === after.contract ? [] : [`~ contract ${before.contract} -> ${after.contract}`]),
    ...lines('mount', before.mounts, after.mounts),
    ...lines('route', before.routes.map(({ path }) => path), after.routes.map(({ path }) => path)),
    ...lines('slice', before.slices, after.slices),
    ...lines('widget', before.widgets, after.widgets),
    ...lines('expose', before.exposes, after.exposes),
    ...lines('needs', ranges(before), ranges(after)),
    ...lines('links to', before.uses.routes, after.uses.routes),
    ...(before.sizes.entry === after.sizes.entry ? [] : [`~ entry ${kilobytes(before.sizes.entry)} -> ${kilobytes(after.sizes.entry)}`]),
    ...(before.sizes.page === after.sizes.page ? [] : [`~ first page ${kilobytes(before.sizes.page)} -> ${kilobytes(after.sizes.page)}`]),
    ...lines('file', webFiles(before), webFiles(after)),
    ...changedFiles.filter((name) => !/\.(?:br|gz)$/.test(name)).map((name) => `~ file ${name}`),
  ];
};
