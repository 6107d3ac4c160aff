import { setTimeout as sleep } from 'node:timers/promises';
import type { Instance } from '../../ops/stack/Instance';
import type { Topology } from '../../ops/stack/startTopology';

/** Five times in a run of all tests; long enough for both to be back before the next. */
const BETWEEN_MS = 75_000;
const GONE_MS = 15_000;

/** As an operator's platform would: what is gone is started again after a while. */
const killFor = async (instance: Instance): Promise<void> => {
  await instance.kill();
  console.warn(`  ${instance.name} is killed`);
  await sleep(GONE_MS);
  await instance.start();
  console.warn(`  ${instance.name} is back`);
};

/**
 * Kills one API process and one host, again and again, while the tests go on. The first of each stays: tests ask it by
 * itself, too.
 */
export const killInTheMiddle = async ({ apis, hosts }: Pick<Topology, 'apis' | 'hosts'>): Promise<void> => {
  const victims = [apis.at(-1), hosts.at(-1)].filter((instance) => instance !== undefined);
  for (;;) {
    await sleep(BETWEEN_MS);
    await Promise.all(victims.map(killFor)).catch((error: unknown) => console.error(error));
  }
};
