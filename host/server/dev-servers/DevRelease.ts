import type { RemotePlace } from '@shop/runtime/composition';

/** A remote as currently served by a dev server on this machine. */
export interface DevRelease {
  readonly place: RemotePlace;
  /** Content version of the node build. */
  readonly version: string;
  readonly nodeEntry: string;
  /** Origin of the dev server. All URLs below are on it. */
  readonly origin: string;
  readonly entry: string;
  readonly styles: readonly string[];
  readonly chunkStyles: Readonly<Record<string, readonly string[]>>;
  /** The host's client, built with development React. */
  readonly clientScripts: readonly string[];
}
