import { spawnSync } from 'node:child_process';
import { repositoryRoot } from '@shop/server-kit/testing/ManagedProcess';

/** Migrates, seeds and fills a database with generated products. */
export const seedProducts = (env: Readonly<Record<string, string>>, count: number): void => {
  const { status } = spawnSync('npm', ['run', 'seed', '--silent', '--', '--products', String(count)], {
    cwd: repositoryRoot,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  if (status !== 0) throw new Error('The catalog was not seeded');
};
