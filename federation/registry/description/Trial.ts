import type { Audience } from '@shop/runtime/remotes';
import { runDescription, type DescribedModule } from './runDescription';

/** Runs the server code of a release to find out what it contains and whether its pages render. */
export interface Trial {
  /**
   * Loads the node build and renders its pages. `files` are all files of the release, `container` the global name of
   * its Module Federation container, `audience` who opens the pages.
   * @throws {RegistryError} `refused`, with reasons.
   */
  describe(
    files: ReadonlyMap<string, Buffer>,
    nodeEntry: string,
    container: string,
    audience: Audience,
  ): Promise<DescribedModule>;
}

/** The code of a release is untrusted: it runs in separate processes without permissions. */
export const runInProcesses: Trial = { describe: runDescription };
