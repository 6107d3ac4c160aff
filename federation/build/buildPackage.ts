import fs from 'node:fs/promises';
import path from 'node:path';
import { hashBuildInputs } from './buildInputs';
import { buildWorkers } from './buildWorkers';
import { compressFiles } from './compressFiles';
import { repositoryRoot } from '../repository/repositoryRoot';
import type { BuildTarget } from './createWebpackConfig';
import { loadConfigFactory } from './loadConfigFactory';
import { runWebpack } from './runWebpack';

const TARGETS: readonly BuildTarget[] = ['web', 'node'];

export interface BuildReport {
  readonly packageName: string;
  readonly built: boolean;
  readonly seconds: number;
}

const packageDirectory = (packageName: string): string => path.join(repositoryRoot, packageName);
const stampFile = (packageName: string): string => path.join(packageDirectory(packageName), 'dist/inputs.sha256');

/** Writes the list of the host's files for its pages: webpack's entrypoint in order, and the offline page's files. */
const writeHostAssets = async (directory: string, files: readonly string[]): Promise<void> => {
  const assets = {
    offline: await buildWorkers(directory),
    scripts: files.filter((file) => file.endsWith('.js')).map((file) => `/assets/${file}`),
    styles: files.filter((file) => file.endsWith('.css')).map((file) => `/assets/${file}`),
  };
  await fs.writeFile(path.join(directory, 'dist/assets.json'), JSON.stringify(assets));
};

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
      const stats = await runWebpack(createConfig({ target, mode: 'production' }));
      const entry = stats.entrypoints?.['client'];
      if (entry)
        await writeHostAssets(
          packageDirectory(packageName),
          (entry.assets ?? []).map(({ name }) => name),
        );
      if (target === 'web') await compressFiles(path.join(packageDirectory(packageName), 'dist/web'));
    }),
  );
  await fs.writeFile(stampFile(packageName), inputs);
  return report(true);
};
