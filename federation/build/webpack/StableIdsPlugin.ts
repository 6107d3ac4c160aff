import type { Compiler } from 'webpack';

const NAME = 'StableIdsPlugin';

/** webpack makes a path relative only where a part of an identifier starts with it. */
const PARTS = /[|!]/;
/** Module Federation's entry, whose name is a hash of the folder. */
const HASHED_ENTRY = /[\\/]\.federation[\\/]entry\.[0-9a-f]{32}\.js/;

/**
 * Builds the same bytes in every folder. The ids of modules are hashes of their identifiers, and those of Module
 * Federation contain the folder of the repository: two builds of one commit would differ in ids, so in the short names
 * that the minimizer chooses, and in size. These modules get the ids from 1 on instead.
 */
export class StableIdsPlugin {
  constructor(private readonly root: string) {}

  apply(compiler: Compiler): void {
    compiler.hooks.compilation.tap(NAME, (compilation) => {
      compilation.hooks.moduleIds.tap({ name: NAME, stage: -1 }, (modules) => {
        [...modules]
          .filter((module) => compilation.chunkGraph.getNumberOfModuleChunks(module) > 0)
          .map((module) => ({ module, identifier: module.identifier() }))
          .filter(({ identifier }) => this.containsFolder(identifier))
          .map(({ module, identifier }) => ({ module, name: this.withoutFolder(identifier) }))
          .sort((a, b) => (a.name < b.name ? -1 : 1))
          .forEach(({ module }, index) => compilation.chunkGraph.setModuleId(module, index + 1));
      });
    });
  }

  private containsFolder(identifier: string): boolean {
    return (
      HASHED_ENTRY.test(identifier) ||
      identifier.split(PARTS).some((part) => part.includes(this.root) && !part.startsWith(this.root))
    );
  }

  private withoutFolder(identifier: string): string {
    return identifier.replaceAll(this.root, '').replace(HASHED_ENTRY, '');
  }
}
