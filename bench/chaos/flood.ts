import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import type { Flooded, FloodOptions } from './floodProcess';

/** Sends sign-ins from a separate process, so that measurements do not wait for the sender. */
export const flood = async (options: FloodOptions): Promise<Flooded> => {
  const args = ['--import', 'tsx', path.join(__dirname, 'floodProcess.ts'), JSON.stringify(options)];
  // It simulates other machines, so it runs at a lower priority than the shop from its start on. The number of sent
  // requests is a figure of the fault.
  const { stdout } = await promisify(execFile)('nice', ['-n', '10', process.execPath, ...args], {
    maxBuffer: 16 * 1024 * 1024,
  });
  return JSON.parse(stdout) as Flooded;
};
