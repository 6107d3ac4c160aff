import { openExistingRegistry } from '@shop/registry';
import { readHostDist } from './config';
import { describeHost } from './releases/describeHost';

/**
 * `npm run announce -w host`: registers the host that is about to run, so that remotes can be released for it. A
 * running host announces itself; this command is for the first start and for a new host that new remotes depend on.
 */
const announceHost = async (): Promise<void> => {
  const registry = await openExistingRegistry(process.env);
  await registry.replaceHosts('announced', describeHost(readHostDist(process.env)), new Date());
};

announceHost().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
});
