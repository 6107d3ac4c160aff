import crypto from 'node:crypto';
import path from 'node:path';
import { build } from 'esbuild';
import MiniCssExtractPlugin from 'mini-css-extract-plugin';
import { Compilation, runtime, RuntimeModule, Template, type Compiler } from 'webpack';
import { BROWSERS } from './buildWorkers';
import { contentName } from './contentName';

const NAME = 'ReleaseFilesPlugin';
const ID_LENGTH = 8;
/** Stands for a release's own part of its name, which is known once its files are. */
const PLACEHOLDER = '__release__';
/** Stands for the array that webpack's runtime takes its chunks from. */
export const CHUNKS = '__chunks_of_the_release__';
const CHUNKS_EXPRESSION = new RegExp(String.raw`globalThis(?:\.${CHUNKS}|\["${CHUNKS}"\])`, 'g');

/** As ModuleFederationPlugin writes it; in a release it is the container, and the entry is another file. */
export const CONTAINER_FILE = 'remoteEntry.js';
const ENTRY_NAME = 'remoteEntry.js';
const CONTAINER_NAME = 'container.js';
/** After the federation's manifest is there: nothing changes a file any more. */
const NAMED_STAGE = Compilation.PROCESS_ASSETS_STAGE_REPORT;
const MANIFESTS = ['mf-manifest.json', 'mf-stats.json'];

/** What a bundle calls itself until its files are known. */
export const releaseName = (bundleName: string): string => `${bundleName}_${PLACEHOLDER}`;

const sha384 = (content: string | Buffer): string => crypto.createHash('sha384').update(content).digest('base64');

const RELEASE = '__webpack_require__.release';
const attributes = (element: string, url: string): string => `${element}.integrity = ${RELEASE}.integrityOf(${url});`;

/** Runs in the browser, as text: webpack's own functions, with the release's names of files (releaseEntry.ts). */
const useReleaseNames = (require: Record<string, unknown>): void => {
  const release = require['release'] as { addressOf: (plainName: string) => string };
  for (const name of ['u', 'miniCssF']) {
    const fileOf = require[name] as ((chunk: unknown) => string) | undefined; // script and style of a chunk
    if (fileOf) require[name] = (chunk: unknown): string => release.addressOf(fileOf(chunk));
  }
  // Without a key webpack does not take another element with this URL for its own: that may be another release's, which
  // shares the file.
  const load = require['l'] as ((url: string, done: unknown, key: undefined, chunk: unknown) => void) | undefined;
  if (load)
    require['l'] = (url: string, done: unknown, _key: unknown, chunk: unknown) => load(url, done, undefined, chunk);
};

class ReleaseRuntimeModule extends RuntimeModule {
  constructor() {
    super('files of the release', RuntimeModule.STAGE_TRIGGER); // after webpack's own
  }

  override generate(): string {
    return `${RELEASE} = document.currentScript.release;\n(${useReleaseNames.toString()})(__webpack_require__);`;
  }
}

/**
 * The container as a file that is the same in every release: it finds its release's name, and leaves itself, at its own
 * script element.
 */
const anonymous = (text: string, name: string): string => {
  const named = text
    .replaceAll(
      new RegExp(`(["'])${name}((?:(?!\\1).)*)\\1`, 'g'),
      (_found, quote: string, rest: string) => `(shopRelease.name+${quote}${rest}${quote})`,
    )
    .replaceAll(name, 'shopContainer');
  if (named.includes(PLACEHOLDER))
    throw new Error('The container knows the name of its release otherwise than as a text');
  return `(shopRelease=>{${named};shopRelease.container=shopContainer})(document.currentScript.release);`;
};

const mapTexts = (value: unknown, change: (text: string) => string): unknown => {
  if (typeof value === 'string') return change(value);
  if (Array.isArray(value)) return value.map((one) => mapTexts(one, change));
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, mapTexts(one, change)]));
  return value;
};

interface Manifest {
  readonly exposes: readonly { readonly path: string; readonly assets: Record<'js' | 'css', { sync: string[] }> }[];
}

const compileEntry = async (release: unknown): Promise<string> => {
  const { outputFiles } = await build({
    entryPoints: [path.join(__dirname, 'releaseEntry.ts')],
    bundle: true,
    minify: true,
    format: 'iife',
    target: BROWSERS,
    define: { RELEASE: JSON.stringify(release) },
    write: false,
    logLevel: 'error',
  });
  return outputFiles[0]?.text ?? '';
};

/**
 * Names a remote's files by their content, so that releases share those that did not change (decision 0035). Only the
 * entry differs in every release: it has the release's name in the page, and the SHA-384 of the other files, and the
 * browser uses no other (decision 0017). Two releases of a remote may be in one page, where one stands in for the
 * other: each finds its own chunks at their script elements.
 */
export class ReleaseFilesPlugin {
  constructor(private readonly bundleName: string) {}

  apply(compiler: Compiler): void {
    const { RawSource } = compiler.webpack.sources;
    compiler.hooks.thisCompilation.tap(NAME, (compilation) => {
      compilation.hooks.additionalTreeRuntimeRequirements.tap(NAME, (chunk) => {
        if (chunk.name === releaseName(this.bundleName))
          compilation.addRuntimeModule(chunk, new ReleaseRuntimeModule()); // loaders run modules, too
      });
      runtime.LoadScriptRuntimeModule.getCompilationHooks(compilation).createScript.tap(NAME, (source) =>
        Template.asString([source, attributes('script', 'url'), `script.release = ${RELEASE};`]),
      );
      MiniCssExtractPlugin.getCompilationHooks(compilation).beforeTagInsert.tap(NAME, (source, { tag, href }) =>
        Template.asString([source, attributes(tag, href)]),
      );

      compilation.hooks.processAssets.tapPromise({ name: NAME, stage: NAMED_STAGE }, async (assets) => {
        const textOf = (file: string): string => compilation.getAsset(file)?.source.source().toString() ?? '';
        const hashes: Record<string, string> = {};
        for (const file of Object.keys(assets)
          .filter((name) => /\.(?:js|css)$/.test(name))
          .sort()) {
          const isContainer = file === CONTAINER_FILE;
          const text = textOf(file).replaceAll(CHUNKS_EXPRESSION, 'document.currentScript.release.chunks');
          const content = isContainer ? anonymous(text, releaseName(this.bundleName)) : text;
          if (content.includes(PLACEHOLDER) || content.includes(CHUNKS))
            throw new Error(`${file} knows the name of its release: it would be another file in every release`);
          const plainName = isContainer ? CONTAINER_NAME : file;
          hashes[plainName] = sha384(content);
          compilation.updateAsset(file, new RawSource(content));
          compilation.renameAsset(file, contentName(plainName, sha384(content)));
        }

        const named = (file: string): string => (file in hashes ? contentName(file, hashes[file] ?? '') : file);
        const manifest = JSON.parse(textOf('mf-manifest.json')) as Manifest; // written by ModuleFederationPlugin
        const remote = manifest.exposes.find((expose) => expose.path === './remote')?.assets;
        const others = Object.keys(assets)
          .filter((name) => !/\.(?:js|css)$/.test(name))
          .sort();
        const id = crypto
          .createHash('sha256')
          .update(JSON.stringify([hashes, others.map((name) => [name, sha384(textOf(name))])]))
          .digest('hex')
          .slice(0, ID_LENGTH);
        const entry = await compileEntry({
          name: releaseName(this.bundleName).replace(PLACEHOLDER, id),
          hashes,
          container: CONTAINER_NAME,
          first: [...(remote?.css.sync ?? []), ...(remote?.js.sync ?? [])],
        });
        const entryName = contentName(ENTRY_NAME, sha384(entry));
        compilation.emitAsset(entryName, new RawSource(entry), { minimized: true }); // and so not changed any more

        for (const file of MANIFESTS) {
          const parsed = JSON.parse(textOf(file)) as Manifest;
          // The page asks for the container together with what it loads.
          parsed.exposes.find((expose) => expose.path === './remote')?.assets.js.sync.unshift(CONTAINER_NAME);
          const content = mapTexts(parsed, (text) =>
            text === CONTAINER_FILE ? entryName : named(text).replaceAll(PLACEHOLDER, id),
          );
          compilation.updateAsset(file, new RawSource(JSON.stringify(content)));
        }
      });
    });
  }
}
