import crypto from 'node:crypto';
import MiniCssExtractPlugin from 'mini-css-extract-plugin';
import { runtime, RuntimeModule, Template, type Compiler } from 'webpack';
import { NAMED_STAGE, notByNameAlone } from './ReleaseNamePlugin';

const NAME = 'IntegrityPlugin';
/** Stands in the entry, as a string, until the files' last bytes are known. */
const PLACEHOLDER = '@@hashes of this release@@';
const QUOTED_PLACEHOLDER = new RegExp(`(["'\`])${PLACEHOLDER}\\1`, 'g');
const HASHES = '__webpack_require__.hashes';

const sha384 = (content: string | Buffer): string => crypto.createHash('sha384').update(content).digest('base64');

/** Retries ask under another query. The attribute of a file that the release does not know is one that nothing fulfils: fail closed. */
const attribute = (element: string, url: string): string => `${element}.integrity = "sha384-" + ${HASHES}[${url}.split("/").pop().split("?")[0]];`;

/**
 * Runs in the browser, as text. An entry that is asked for again comes under another URL, and so do its files: a browser remembers a
 * preload that failed, and may keep a file that came altered.
 */
const retryUnderAnotherUrl = (require: Record<string, unknown>): void => {
  const query = typeof document === 'object' && document.currentScript instanceof HTMLScriptElement ? document.currentScript.src.split('?')[1] : undefined;
  if (query === undefined) return;
  for (const name of ['u', 'miniCssF']) {
    const fileOf = require[name] as ((chunk: unknown) => string) | undefined; // webpack's own: script and style of a chunk
    if (fileOf) require[name] = (chunk: unknown): string => `${fileOf(chunk)}?${query}`;
  }
};

class HashesRuntimeModule extends RuntimeModule {
  constructor() {
    super('hashes of the release', RuntimeModule.STAGE_TRIGGER); // after webpack's own
  }

  override generate(): string {
    return `${HASHES} = ${JSON.stringify(PLACEHOLDER)};\n(${retryUnderAnotherUrl.toString()})(__webpack_require__);`;
  }
}

/**
 * A remote's entry knows the SHA-384 of its own chunks and styles, and the browser uses no other: the page knows the entry's
 * (SECURITY, Bundles of other teams). webpack-subresource-integrity hashes a chunk, not its script and its style each (decision 0017).
 */
export class IntegrityPlugin {
  apply(compiler: Compiler): void {
    compiler.hooks.thisCompilation.tap(NAME, (compilation) => {
      compilation.hooks.additionalTreeRuntimeRequirements.tap(NAME, (chunk) => {
        compilation.addRuntimeModule(chunk, new HashesRuntimeModule());
      });
      runtime.LoadScriptRuntimeModule.getCompilationHooks(compilation).createScript.tap(NAME, (source) => Template.asString([source, attribute('script', 'url')]));
      MiniCssExtractPlugin.getCompilationHooks(compilation).beforeTagInsert.tap(NAME, (source, { tag, href }) => Template.asString([source, attribute(tag, href)]));

      // After the release has got its name nothing changes a file any more.
      compilation.hooks.processAssets.tap({ name: NAME, stage: NAMED_STAGE + 1 }, (assets) => {
        const entries = Object.keys(assets).filter((name) => name.endsWith('.js') && compilation.getAsset(name)?.source.source().includes(PLACEHOLDER));
        const hashes = Object.fromEntries(
          Object.keys(assets)
            .filter((name) => /\.(?:js|css)$/.test(name) && !entries.includes(name))
            .map((name) => [name, sha384(compilation.getAsset(name)?.source.buffer() ?? '')]),
        );
        for (const entry of entries) {
          compilation.updateAsset(entry, (source) => new compiler.webpack.sources.RawSource(source.source().toString().replaceAll(QUOTED_PLACEHOLDER, JSON.stringify(hashes))), notByNameAlone);
        }
      });
    });
  }
}
