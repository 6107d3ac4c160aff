import type { Release } from '../release';

type Files = Pick<Release, 'files' | 'web'>;

/**
 * Returns one sentence for each file that is missing in the entry's integrity table
 * (federation/build/webpack/releaseEntry.ts).
 * Browsers reject files that are not in it, so such a build would not work at all.
 */
export const checkIntegrity = ({ files, web }: Files, entry: string): string[] => {
  const referenced = [
    ...web.scripts,
    ...web.styles,
    ...Object.values(web.chunks).flatMap(({ scripts, styles }) => [...scripts, ...styles]),
  ];
  const unknown = [...new Set(referenced)].filter((file) => !entry.includes(files[`web/${file}`] ?? 'no such file'));
  const hasTable = Object.entries(files).some(([name, hash]) => name.startsWith('web/') && entry.includes(hash));
  return hasTable
    ? unknown.map((file) => `Its entry has no matching hash of ${file}: browsers would reject it. Rebuild the remote.`)
    : [];
};
