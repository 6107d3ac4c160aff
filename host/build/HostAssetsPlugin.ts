import fs from 'node:fs/promises';
import path from 'node:path';
import type { Compiler } from 'webpack';
import { buildWorkers } from './buildWorkers';

const NAME = 'HostAssetsPlugin';
const ENTRY = 'client';

/**
 * Builds the host's workers next to its bundle, and writes `dist/assets.json`: the host's files for its pages, which
 * are webpack's entrypoint in order and the offline page's files.
 */
export class HostAssetsPlugin {
  constructor(private readonly directory: string) {}

  apply(compiler: Compiler): void {
    compiler.hooks.afterEmit.tapPromise(NAME, async (compilation) => {
      const files = compilation.entrypoints.get(ENTRY)?.getFiles() ?? [];
      const { offline, sources } = await buildWorkers(this.directory);
      const assets = {
        offline,
        scripts: files.filter((file) => file.endsWith('.js')).map((file) => `/assets/${file}`),
        styles: files.filter((file) => file.endsWith('.css')).map((file) => `/assets/${file}`),
      };
      await fs.writeFile(path.join(this.directory, 'dist/assets.json'), JSON.stringify(assets));
      compilation.fileDependencies.addAll(sources);
    });
  }
}
