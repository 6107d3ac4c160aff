import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

export interface SmallDisk {
  readonly folder: string;
  /** Takes every byte that is left. */
  fill(): void;
  free(): void;
  remove(): void;
}

/** Not by `instanceof`: in tests, Node's own errors are of another realm. */
const isFull = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && Reflect.get(error, 'code') === 'ENOSPC';

/** A file system of its own in memory; undefined, with a warning, where this machine may not mount one. */
export const mountSmallDisk = (megabytes: number): SmallDisk | undefined => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'small-disk-'));
  const { status, stderr } = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=755`, 'tmpfs', folder], {
    encoding: 'utf8',
  });
  if (status !== 0) {
    fs.rmdirSync(folder);
    console.warn(
      `\n*** No small disk can be mounted (${stderr.trim()}): what a full disk does is not tested here. ***\n`,
    );
    return undefined;
  }
  const filler = path.join(folder, 'filler');
  return {
    folder,
    fill() {
      const handle = fs.openSync(filler, 'a');
      try {
        for (let size = 1 << 20; size >= 1; size >>= 1) {
          try {
            for (;;) fs.writeSync(handle, Buffer.alloc(size));
          } catch (error) {
            if (!isFull(error)) throw error;
          }
        }
      } finally {
        fs.closeSync(handle);
      }
    },
    free: () => fs.rmSync(filler, { force: true }),
    remove() {
      spawnSync('umount', ['-l', folder]);
      fs.rmSync(folder, { recursive: true, force: true });
    },
  };
};
