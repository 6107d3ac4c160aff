import crypto from 'node:crypto';
import path from 'node:path';
import { build } from 'esbuild';
import MiniCssExtractPlugin from 'mini-css-extract-plugin';
import { Compilation, runtime, RuntimeModule, Template, type Compiler } from 'webpack';
import { BROWSERS } from '../browsers';
import { contentName } from '../contentName';
import { hashContent } from '../hashContent';

const NAME = 'ReleaseFilesPlugin';
const ID_LENGTH = 8;
/** Placeholder for the release's part of the name, which is known once its files are. */
const PLACEHOLDER = '__release__';
/** Placeholder for the array from which webpack's runtime takes its chunks. */
export const CHUNKS = '__chunks_of_the_release__';
const CHUNKS_EXPRESSION = new RegExp(String.raw`globalThis(?:\.${CHUNKS}|\["${CHUNKS}"\])`, 'g');

/** Name that ModuleFederationPlugin writes. In a release, this is the container, and the entry is another file. */
export const CONTAINER_FILE = 'remoteEntry.js';
const ENTRY_NAME = 'remoteEntry.js';
const CONTAINER_NAME = 'container.js';
/** After the federation manifest is written; files no longer change then. */
const NAMED_STAGE = Compilation.PROCESS_ASSETS_STAGE_REPORT;
const MANIFESTS = ['mf-manifest.json', 'mf-stats.json'];

/** Name of a bundle until its files are known. */
export const releaseName = (bundleName: string): string => `${bundleName}_${PLACEHOLDER}`;

const RELEASE = '__webpack_require__.release';
const setIntegrity = (element: string, url: string): string =>
  `${element}.integrity = ${RELEASE}.getIntegrity(${url});`;

/**
 * Serialized into the bundle and run in the browser: makes webpack's functions use the release's file names
 * (releaseEntry.ts).
 */
const useReleaseNames = (require: Record<string, unknown>): void => {
  const release = require['release'] as { resolveUrl: (plainName: string) => string };
  for (const name of ['u', 'miniCssF']) {
    const getFileName = require[name] as ((chunk: unknown) => string) | undefined; // script and stylesheet of a chunk
    if (getFileName) require[name] = (chunk: unknown): string => release.resolveUrl(getFileName(chunk));
  }
  // Without a key, webpack does not reuse an element with the same URL, which may belong to another release that shares
  // the file.
  const load = require['l'] as ((url: string, done: unknown, key: undefined, chunk: unknown) => void) | undefined;
  if (load)
    require['l'] = (url: string, done: unknown, _key: unknown, chunk: unknown) => load(url, done, undefined, chunk);
};

class ReleaseRuntimeModule extends RuntimeModule {
  constructor() {
    super('files of the release', RuntimeModule.STAGE_TRIGGER); // after webpack's own modules
  }

  override generate(): string {
    return `${RELEASE} = document.currentScript.release;\n(${useReleaseNames.toString()})(__webpack_require__);`;
  }
}

/**
 * Rewrites the container to be identical in every release: it reads its release's name from, and stores itself at, its
 * script element.
 */
const anonymizeContainer = (text: string, name: string): string => {
  const named = text
    .replaceAll(
      new RegExp(`(["'])${name}((?:(?!\\1).)*)\\1`, 'g'),
      (_found, quote: string, rest: string) => `(shopRelease.name+${quote}${rest}${quote})`,
    )
    .replaceAll(name, 'shopContainer');
  if (named.includes(PLACEHOLDER)) throw new Error('The container uses the name of its release outside of a string');
  return `(shopRelease=>{${named};shopRelease.container=shopContainer})(document.currentScript.release);`;
};

const mapStrings = (value: unknown, change: (text: string) => string): unknown => {
  if (typeof value === 'string') return change(value);
  if (Array.isArray(value)) return value.map((one) => mapStrings(one, change));
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, mapStrings(one, change)]));
  return value;
};

interface Manifest {
  readonly exposes: readonly { readonly path: string; readonly assets: Record<'js' | 'css', { sync: string[] }> }[];
}

const compileEntry = async (release: unknown): Promise<{ text: string; sources: string[] }> => {
  const { outputFiles, metafile } = await build({
    absWorkingDir: __dirname,
    entryPoints: [path.join(__dirname, 'releaseEntry.ts')],
    bundle: true,
    minify: true,
    format: 'iife',
    target: BROWSERS,
    define: { RELEASE: JSON.stringify(release) },
    write: false,
    metafile: true,
    logLevel: 'error',
  });
  const sources = Object.keys(metafile.inputs).map((file) => path.resolve(__dirname, file));
  return { text: outputFiles[0]?.text ?? '', sources };
};

/**
 * Names a remote's files by their content, so that releases share unchanged files (decision 0035). Only the entry
 * differs in every release: it contains the release's name and the SHA-384 of its other files, and browsers load no
 * others (decision 0017). Two releases of a remote may be in one page when one stands in for the other; each finds its
 * own chunks by their script elements.
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
        Template.asString([source, setIntegrity('script', 'url'), `script.release = ${RELEASE};`]),
      );
      MiniCssExtractPlugin.getCompilationHooks(compilation).beforeTagInsert.tap(NAME, (source, { tag, href }) =>
        Template.asString([source, setIntegrity(tag, href)]),
      );

      compilation.hooks.processAssets.tapPromise({ name: NAME, stage: NAMED_STAGE }, async (assets) => {
        const readAsset = (file: string): string => compilation.getAsset(file)?.source.source().toString() ?? '';
        const hashes: Record<string, string> = {};
        for (const file of Object.keys(assets)
          .filter((name) => /\.(?:js|css)$/.test(name))
          .sort()) {
          const isContainer = file === CONTAINER_FILE;
          const text = readAsset(file).replaceAll(CHUNKS_EXPRESSION, 'document.currentScript.release.chunks');
          const content = isContainer ? anonymizeContainer(text, releaseName(this.bundleName)) : text;
          if (content.includes(PLACEHOLDER) || content.includes(CHUNKS))
            throw new Error(`${file} contains the name of its release, so it would differ in every release`);
          const plainName = isContainer ? CONTAINER_NAME : file;
          hashes[plainName] = hashContent(content);
          compilation.updateAsset(file, new RawSource(content));
          compilation.renameAsset(file, contentName(plainName, hashContent(content)));
        }

        const named = (file: string): string => (file in hashes ? contentName(file, hashes[file] ?? '') : file);
        const manifest = JSON.parse(readAsset('mf-manifest.json')) as Manifest; // written by ModuleFederationPlugin
        const remote = manifest.exposes.find((expose) => expose.path === './remote')?.assets;
        const others = Object.keys(assets)
          .filter((name) => !/\.(?:js|css)$/.test(name))
          .sort();
        const id = crypto
          .createHash('sha256')
          .update(JSON.stringify([hashes, others.map((name) => [name, hashContent(readAsset(name))])]))
          .digest('hex')
          .slice(0, ID_LENGTH);
        const { text: entry, sources } = await compileEntry({
          name: releaseName(this.bundleName).replace(PLACEHOLDER, id),
          hashes,
          container: CONTAINER_NAME,
          first: [...(remote?.css.sync ?? []), ...(remote?.js.sync ?? [])],
        });
        compilation.fileDependencies.addAll(sources);
        const entryName = contentName(ENTRY_NAME, hashContent(entry));
        compilation.emitAsset(entryName, new RawSource(entry), { minimized: true }); // and so not changed any more

        for (const file of MANIFESTS) {
          const parsed = JSON.parse(readAsset(file)) as Manifest;
          // The page asks for the container together with what it loads.
          parsed.exposes.find((expose) => expose.path === './remote')?.assets.js.sync.unshift(CONTAINER_NAME);
          const content = mapStrings(parsed, (text) =>
            text === CONTAINER_FILE ? entryName : named(text).replaceAll(PLACEHOLDER, id),
          );
          compilation.updateAsset(file, new RawSource(JSON.stringify(content)));
        }
      });
    });
  }
}
