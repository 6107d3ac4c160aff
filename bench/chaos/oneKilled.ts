import { setTimeout as sleep } from 'node:timers/promises';
import { none, type Fault } from './Fault';
import { startShopping } from './shopping';

const BEFORE_MS = 2_000;
const GONE_MS = 3_000;
const ROUNDS = 5;

export const oneKilled: Fault = {
  summary: 'kill -9 of one API process and one host in the middle of load through nginx: the others are asked',
  inQuick: true,
  async run({ quick, topology }) {
    const shop = await topology();
    const rounds = quick ? 1 : ROUNDS;
    const endShopping = await startShopping(shop);
    for (let round = 0; round < rounds; round += 1) {
      await sleep(BEFORE_MS);
      const chosen = [shop.apis[round % shop.apis.length], shop.hosts[round % shop.hosts.length]].filter(
        (instance) => instance !== undefined,
      );
      await Promise.all(chosen.map((instance) => instance.kill()));
      await sleep(GONE_MS);
      await Promise.all(chosen.map((instance) => instance.start()));
    }
    const { reads, failed, orders } = await endShopping();
    return [
      none(
        `of ${reads} GET requests failed in ${rounds} kills of both${failed.length > 0 ? ` (${failed.slice(0, 3).join('; ')})` : ''}`,
        failed.length,
      ),
      none(`of ${orders.acknowledged} orders not answered the first time`, orders.unanswered),
      none(`orders lost, ${orders.doubled} doubled`, orders.lost + orders.doubled),
    ];
  },
};
