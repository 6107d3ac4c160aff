import type { Release } from '../release';

type Files = Pick<Release, 'files' | 'web'>;

/**
 * Where a release's entry has a table of its files' hashes (federation/build/releaseEntry.ts), browsers use no file
 * that is not in it: a build that was put together wrongly would be dead in every one of them. One sentence for each
 * file that is missing there.
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
    ? unknown.map((file) => `Its entry does not know ${file} as it is: no browser would use it. Build it anew.`)
    : [];
};
