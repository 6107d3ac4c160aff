import fs from 'node:fs/promises';
import path from 'node:path';
import { hashBuildInputs } from './inputs/buildInputs';
import { compressFiles } from './compressFiles';
import { repositoryRoot } from './repository/repositoryRoot';
import type { BuildTarget } from './webpack/createWebpackConfig';
import { loadConfigFactory } from './webpack/loadConfigFactory';
import { runWebpack } from './webpack/runWebpack';

const TARGETS: readonly BuildTarget[] = ['web', 'node'];

export interface BuildReport {
  readonly packageName: string;
  readonly built: boolean;
  readonly seconds: number;
}

const packageDirectory = (packageName: string): string => path.join(repositoryRoot, packageName);
const stampFile = (packageName: string): string => path.join(packageDirectory(packageName), 'dist/inputs.sha256');

/** Builds a package's web and node bundles if one of its inputs has changed since the last build. */
export const buildPackage = async (packageName: string, { force = false } = {}): Promise<BuildReport> => {
  const started = performance.now();
  const report = (built: boolean): BuildReport => ({
    packageName,
    built,
    seconds: (performance.now() - started) / 1000,
  });
  const inputs = await hashBuildInputs(packageName);
  const stamp = await fs.readFile(stampFile(packageName), 'utf8').catch(() => '');
  if (!force && stamp === inputs) return report(false);

  await fs.rm(stampFile(packageName), { force: true });
  const createConfig = await loadConfigFactory(packageName);
  // In parallel: while one waits for its minifiers, the other continues.
  await Promise.all(
    TARGETS.map(async (target) => {
      await runWebpack(createConfig({ target, mode: 'production' }));
      if (target === 'web') await compressFiles(path.join(packageDirectory(packageName), 'dist/web'));
    }),
  );
  await fs.writeFile(stampFile(packageName), inputs);
  return report(true);
};
