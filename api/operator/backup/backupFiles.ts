import { execFile } from 'node:child_process';
import fs from 'node:fs';
import { promisify } from 'node:util';
import { resolvePath } from '@shop/server-kit/configuration/resolvePath';
import { OperatorError, describeReason } from '../OperatorError';

const KEPT = '21d';

const runRestic = async (environment: NodeJS.ProcessEnv, ...args: readonly string[]): Promise<string> => {
  try {
    return (await promisify(execFile)('restic', [...args], { env: { ...process.env, ...environment } })).stdout;
  } catch (error) {
    const { stderr = '' } = error as { stderr?: string };
    throw new OperatorError('failed', `restic ${args[0]}: ${stderr.trim().split('\n')[0] || describeReason(error)}`);
  }
};

/** Returns the folders of pictures and, unless they are in a bucket, of releases. */
const listFolders = (environment: NodeJS.ProcessEnv): string[] => [
  resolvePath(environment['MEDIA_DIR'] || '.data/media'),
  ...(environment['REGISTRY_S3_BUCKET'] ? [] : [resolvePath(environment['REGISTRY_DIR'] || '.data/registry')]),
];

/** Backs up what is not in the database, if RESTIC_REPOSITORY is set, and forgets what is older than three weeks. */
export const backupFiles = async (environment: NodeJS.ProcessEnv, print: (line: string) => void): Promise<void> => {
  if (!environment['RESTIC_REPOSITORY']) return;
  const folders = listFolders(environment);
  const missing = folders.find((folder) => !fs.existsSync(folder));
  if (missing !== undefined) throw new OperatorError('failed', `${missing} cannot be backed up: it does not exist.`);
  await runRestic(environment, 'backup', '--quiet', ...folders);
  await runRestic(environment, 'forget', '--quiet', '--keep-within', KEPT, '--prune');
  print(`Backed up ${folders.join(' and ')}.`);
};
