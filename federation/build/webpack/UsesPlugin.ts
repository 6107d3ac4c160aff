import fs from 'node:fs';
import * as navigation from '@shop/shared/navigation';
import { Compilation, NormalModule, type Compiler } from 'webpack';

const NAME = 'UsesPlugin';
const PATHS_FILE = /[\\/]shared[\\/]src[\\/]navigation[\\/]paths\.tsx?$/;
const SOURCE = /\.tsx?$/;

/** Example parameter: the registry compares "/orders/:1" with the route "/orders/:number". */
const PARAMETER = ':1';

type PathMaker = string | ((parameter: string) => string);

/** Names that sources use for links, with their paths, such as "paths.order" with "/orders/:1". */
const pathsByName = (): ReadonlyMap<string, string> => {
  const found = new Map<string, string>();
  for (const [name, path] of Object.entries<PathMaker>(navigation.paths)) {
    found.set(`paths.${name}`, decodeURIComponent(typeof path === 'string' ? path : path(PARAMETER)));
  }
  for (const helper of ['buildListingHref', 'buildSignInHref'] as const)
    found.set(helper, navigation[helper]().split('?')[0] ?? '');
  return found;
};

const WIDGET = /useRemoteWidget(?:<[^>]*>)?\(\s*'mfe-[\w-]+',\s*'(\w+)'/g;
const LINK = /\b(?:paths\.\w+|buildListingHref|buildSignInHref)\b/g;

/**
 * Writes `uses.json`: the routes a bundle links to and the widgets of other remotes it shows. The registry refuses
 * releases that remove what a live one uses (decision 0018).
 */
export class UsesPlugin {
  apply(compiler: Compiler): void {
    const paths = pathsByName();
    compiler.hooks.thisCompilation.tap(NAME, (compilation) => {
      const routes = new Set<string>();
      const widgets = new Set<string>();
      // Runs before modules are concatenated, and also for cached modules.
      compilation.hooks.finishModules.tap(NAME, (modules) => {
        for (const module of modules) {
          const file = module instanceof NormalModule ? module.resource.split('?')[0] : undefined;
          if (file === undefined || !SOURCE.test(file) || file.includes('node_modules') || PATHS_FILE.test(file))
            continue;
          const text = fs.readFileSync(file, 'utf8');
          for (const [name] of text.matchAll(LINK)) routes.add(paths.get(name) ?? '');
          for (const [, widget] of text.matchAll(WIDGET)) widgets.add(widget ?? '');
        }
        routes.delete('');
      });
      compilation.hooks.processAssets.tap({ name: NAME, stage: Compilation.PROCESS_ASSETS_STAGE_ADDITIONAL }, () => {
        compilation.emitAsset(
          'uses.json',
          new compiler.webpack.sources.RawSource(
            JSON.stringify({ routes: [...routes].sort(), widgets: [...widgets].sort() }),
          ),
        );
      });
    });
  }
}
