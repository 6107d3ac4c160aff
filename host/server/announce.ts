import { openRegistry } from '@shop/federation/registry';
import { readHostDist } from './config';
import { describeHost } from './releases/describeHost';

/**
 * `npm run announce -w host`: tells the registry which host will run, before remotes are released for it. A host that
 * runs says so itself; this is for the first start, and for a new host that new remotes wait for.
 */
const announceHost = async (): Promise<void> => {
  const registry = await openRegistry(process.env);
  await registry.replaceHosts('announced', describeHost(readHostDist(process.env)), new Date());
};

announceHost().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
});
