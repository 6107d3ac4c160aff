import { Compilation, type Compiler, type Dependency, type Module } from 'webpack';

const NAME = 'SharedExportsPlugin';
const CONSUMED = 'consume-shared-module';
const PROVIDED = 'provide-module';

const isText = (value: unknown): value is string => typeof value === 'string';

/** Returns the singleton that a module belongs to, if any. */
const findSingleton = (module: Module): string | undefined => {
  if (module.type === PROVIDED && '_name' in module && isText(module._name)) return module._name;
  if (module.type !== CONSUMED || !('options' in module)) return undefined;
  const { options } = module;
  return typeof options === 'object' && options !== null && 'shareKey' in options && isText(options.shareKey)
    ? options.shareKey
    : undefined;
};

/** Returns "useState" for both `import { useState }` and `React.useState`; undefined if the whole module is used. */
const importedName = (dependency: Dependency | null): string | undefined => {
  if (!dependency || !('ids' in dependency) || !Array.isArray(dependency.ids)) return undefined;
  const ids: readonly unknown[] = dependency.ids;
  const name = ids[0] === 'default' ? ids[1] : ids[0];
  return isText(name) ? name : undefined;
};

type ExportsByName = Map<string, Set<string>>;

const collectImports = ({ moduleGraph }: Compilation, modules: Iterable<Module>): ExportsByName => {
  const imports: ExportsByName = new Map();
  for (const module of modules) {
    for (const { module: target, dependency } of moduleGraph.getOutgoingConnections(module)) {
      const singleton = target?.type === CONSUMED ? findSingleton(target) : undefined;
      const name = importedName(dependency);
      if (singleton === undefined || name === undefined) continue;
      imports.set(singleton, (imports.get(singleton) ?? new Set()).add(name));
    }
  }
  return imports;
};

const collectProvided = ({ moduleGraph, modules }: Compilation): ExportsByName => {
  const provided: ExportsByName = new Map();
  for (const module of modules) {
    const singleton = module.type === PROVIDED ? findSingleton(module) : undefined;
    const [dependency] = [...module.dependencies, ...module.blocks.flatMap((block) => block.dependencies)];
    const target = dependency && moduleGraph.getModule(dependency);
    const names = target && moduleGraph.getExportsInfo(target).getProvidedExports();
    if (singleton !== undefined && Array.isArray(names)) provided.set(singleton, new Set(names));
  }
  return provided;
};

/**
 * Writes `shared-exports.json`: what a remote imports from each singleton, and what the host's singletons export. A
 * missing export would be undefined in the browser and break the page, so the registry refuses such a release with the
 * name.
 */
export class SharedExportsPlugin {
  apply(compiler: Compiler): void {
    compiler.hooks.thisCompilation.tap(NAME, (compilation) => {
      let imports: ExportsByName = new Map();
      // Runs before modules are concatenated, and also for cached modules.
      compilation.hooks.finishModules.tap(NAME, (modules) => {
        imports = collectImports(compilation, modules);
      });
      compilation.hooks.processAssets.tap({ name: NAME, stage: Compilation.PROCESS_ASSETS_STAGE_ADDITIONAL }, () => {
        const toJson = (exports: ExportsByName) =>
          Object.fromEntries(
            [...exports].sort(([a], [b]) => a.localeCompare(b)).map(([name, names]) => [name, [...names].sort()]),
          );
        const content = JSON.stringify({ imports: toJson(imports), exports: toJson(collectProvided(compilation)) });
        compilation.emitAsset('shared-exports.json', new compiler.webpack.sources.RawSource(content));
      });
    });
  }
}
