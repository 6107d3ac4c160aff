import { setTimeout as sleep } from 'node:timers/promises';
import type { ManagedProcess } from '@shop/server-kit/testing/ManagedProcess';
import type { Topology } from '../../ops/stack/startTopology';

/** About five times in a full run; long enough for both to restart before the next kill. */
const BETWEEN_MS = 75_000;
const GONE_MS = 15_000;

/** Restarts killed processes after a delay, as an orchestrator would. */
const killFor = async (instance: ManagedProcess): Promise<void> => {
  await instance.kill();
  console.warn(`  ${instance.name} is killed`);
  await sleep(GONE_MS);
  await instance.start();
  console.warn(`  ${instance.name} is back`);
};

/**
 * Repeatedly kills one API process and one host while tests run. The first of each stays up, because tests also use it
 * directly.
 */
export const killInTheMiddle = async ({ apis, hosts }: Pick<Topology, 'apis' | 'hosts'>): Promise<void> => {
  const victims = [apis.at(-1), hosts.at(-1)].filter((instance) => instance !== undefined);
  for (;;) {
    await sleep(BETWEEN_MS);
    await Promise.all(victims.map(killFor)).catch((error: unknown) => console.error(error));
  }
};
