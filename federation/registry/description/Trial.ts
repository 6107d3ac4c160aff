import { openInJsdom } from './openInJsdom';
import { runDescription, type DescribedModule } from './runDescription';

/** Runs the code of a release to find out what it contains and whether its pages work. */
export interface Trial {
  /**
   * Loads the node build and renders its pages. `files` are all files of the release, `container` the global name of
   * its Module Federation container.
   * @throws {RegistryError} `refused`, with reasons.
   */
  describe(files: ReadonlyMap<string, Buffer>, nodeEntry: string, container: string): Promise<DescribedModule>;
  /** Opens the pages of the web build. Returns the reasons why it must not go live. */
  openPages(files: ReadonlyMap<string, Buffer>, webEntry: string, container: string): Promise<readonly string[]>;
}

/** The code of a release is untrusted: it runs in separate processes without permissions. */
export const runInProcesses: Trial = { describe: runDescription, openPages: openInJsdom };
