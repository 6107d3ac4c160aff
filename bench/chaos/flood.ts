import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import type { Flooded, FloodOptions } from './floodProcess';

/** Sends logins at a rate from a separate process, so that measurements do not wait for the sender. */
export const floodSignIns = async (options: FloodOptions): Promise<Flooded> => {
  const args = ['--import', 'tsx', path.join(__dirname, 'floodProcess.ts'), JSON.stringify(options)];
  const { stdout } = await promisify(execFile)(process.execPath, args, { maxBuffer: 16 * 1024 * 1024 });
  return JSON.parse(stdout) as Flooded;
};
