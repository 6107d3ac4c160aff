import fs from 'node:fs/promises';
import path from 'node:path';
import { compressFiles } from './compressFiles';
import { findReasonToBuild, recordBuildInputs, type CompilerGraph } from './inputs/BuildInputs';
import { listBuildSources } from './inputs/listBuildSources';
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
/** Record of what the last build of a package depended on (BuildInputs). */
export const buildStamp = (packageName: string): string => path.join(packageDirectory(packageName), 'dist/inputs.json');

/** Builds a package's web and node bundles if one of its inputs has changed since the last build. */
export const buildPackage = async (packageName: string, { force = false } = {}): Promise<BuildReport> => {
  const started = performance.now();
  const report = (built: boolean): BuildReport => ({
    packageName,
    built,
    seconds: (performance.now() - started) / 1000,
  });
  const stamp = buildStamp(packageName);
  if (!force && (await findReasonToBuild(packageName, stamp, repositoryRoot)) === undefined) return report(false);

  const startedAt = Date.now();
  await fs.rm(stamp, { force: true });
  const createConfig = await loadConfigFactory(packageName);
  const buildSources = await listBuildSources(packageName, repositoryRoot);
  const build = async (target: BuildTarget): Promise<CompilerGraph> => {
    const { graph } = await runWebpack(createConfig({ target, mode: 'production', buildSources }));
    // The registry compresses the files of releases: copies that a team made could differ from the files.
    if (packageName === 'host' && target === 'web')
      await compressFiles(path.join(packageDirectory(packageName), 'dist/web'));
    return graph;
  };
  // In parallel: while one waits for its minifiers, the other continues.
  const graphs = await Promise.all(TARGETS.map(build));
  const inputs = await recordBuildInputs(packageName, { graphs, root: repositoryRoot, started: startedAt });
  if (inputs) await fs.writeFile(stamp, JSON.stringify(inputs));
  return report(true);
};
