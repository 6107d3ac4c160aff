import crypto from 'node:crypto';
import { Compilation, type AssetInfo, type Compiler } from 'webpack';

const NAME = 'ReleaseNamePlugin';
const ID_LENGTH = 8;
/** Stands for a release's own part of its name until its files are known; so a file that did not change need not be minified again. */
const PLACEHOLDER = '__release__';

/** What a bundle calls itself in the page until ReleaseNamePlugin knows better. */
export const releaseName = (bundleName: string): string => `${bundleName}_${PLACEHOLDER}`;

/** After the federation's manifest is there, before hashes are made of the files. */
export const NAMED_STAGE = Compilation.PROCESS_ASSETS_STAGE_REPORT;

/** The hash in a file's name was made before: webpack must not take a file of that name, left by the last build, for this one. */
export const notByNameAlone = (info: AssetInfo): AssetInfo => ({ ...info, immutable: false });

/**
 * Gives a release a name of its own, which follows from its files. webpack finds scripts and chunks in the page by this name: when a
 * release does not come, the one before it is loaded into the same page, and must not take the other's chunks for its own.
 */
export class ReleaseNamePlugin {
  apply(compiler: Compiler): void {
    compiler.hooks.thisCompilation.tap(NAME, (compilation) => {
      compilation.hooks.processAssets.tap({ name: NAME, stage: NAMED_STAGE }, (assets) => {
        const names = Object.keys(assets).sort();
        const hash = crypto.createHash('sha256');
        for (const name of names) hash.update(name).update(compilation.getAsset(name)?.source.buffer() ?? '');
        const id = hash.digest('hex').slice(0, ID_LENGTH);
        for (const name of names.filter((file) => /\.(?:js|json)$/.test(file))) {
          const text = compilation.getAsset(name)?.source.source().toString() ?? '';
          if (text.includes(PLACEHOLDER)) compilation.updateAsset(name, new compiler.webpack.sources.RawSource(text.replaceAll(PLACEHOLDER, id)), notByNameAlone);
        }
      });
    });
  }
}
