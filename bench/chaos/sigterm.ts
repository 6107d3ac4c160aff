import { setTimeout as sleep } from 'node:timers/promises';
import { none, type Fault } from './Fault';
import { startShopping } from './shopping';

const BEFORE_MS = 2_000;
const ROUNDS = 3;
/** SHUTDOWN_DELAY_MS and SHUTDOWN_LIMIT_MS as in production. */
const MAX_MS = 15_000;

export const sigterm: Fault = {
  summary: 'SIGTERM to one API process and one host in the middle of load through nginx: no shopper notices',
  inQuick: true,
  async run({ quick, topology }) {
    const shop = await topology();
    const endings: { readonly name: string; readonly code: number | string | null; readonly ms: number }[] = [];
    const endShopping = await startShopping(shop);
    for (let round = 0; round < (quick ? 1 : ROUNDS); round += 1) {
      await sleep(BEFORE_MS);
      const chosen = [shop.apis[round % shop.apis.length], shop.hosts[round % shop.hosts.length]].filter(
        (instance) => instance !== undefined,
      );
      await Promise.all(
        chosen.map(async (instance) => {
          const began = performance.now();
          const code = await instance.stop();
          endings.push({ name: instance.name, code, ms: performance.now() - began });
        }),
      );
      await sleep(BEFORE_MS);
      await Promise.all(chosen.map((instance) => instance.start()));
    }
    const { reads, failed, orders } = await endShopping();
    return [
      none(
        `of ${reads} GET requests failed${failed.length > 0 ? ` (${failed.slice(0, 3).join('; ')})` : ''}`,
        failed.length,
      ),
      none(`of ${orders.acknowledged} orders not answered the first time`, orders.unanswered),
      none('orders lost or doubled', orders.lost + orders.doubled),
      {
        text: endings
          .map(({ name, code, ms }) => `${name} ended with ${code} after ${(ms / 1_000).toFixed(1)} s`)
          .join(', '),
        limit: `0, ${MAX_MS / 1_000} s`,
        ok: endings.every(({ code, ms }) => code === 0 && ms <= MAX_MS),
      },
    ];
  },
};
