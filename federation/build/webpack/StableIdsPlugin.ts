import type { Compiler } from 'webpack';

const NAME = 'StableIdsPlugin';

/**
 * Modules of Module Federation whose identifiers contain the folder of the repository, with the id that each gets
 * instead of a hash of its identifier..
 */
const FIXED_IDS: readonly (readonly [RegExp, number])[] = [
  [/^container entry /, 1],
  [/[\\/]\.federation[\\/]entry\.[0-9a-f]{32}\.js/, 2],
];

/**
 * Builds the same bytes in every folder. Otherwise the ids of a few modules, and with them the short names that the
 * minimizer chooses, depend on where the repository was cloned: two builds of one commit differ in hashes and size.
 */
export class StableIdsPlugin {
  apply(compiler: Compiler): void {
    compiler.hooks.compilation.tap(NAME, (compilation) => {
      compilation.hooks.moduleIds.tap({ name: NAME, stage: -1 }, (modules) => {
        for (const module of modules) {
          const [, id] = FIXED_IDS.find(([pattern]) => pattern.test(module.identifier())) ?? [];
          if (id !== undefined) compilation.chunkGraph.setModuleId(module, id);
        }
      });
    });
  }
}
