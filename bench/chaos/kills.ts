import fs from 'node:fs';
import { killDuringOrders } from '../../api/src/testing/killDuringOrders';
import { killDuringPayments } from '../../api/src/testing/killDuringPayments';
import type { KillPlace } from '../../api/src/testing/KilledApi';
import { startPostgresServer } from '../../api/src/testing/postgresServer';
import { MissingProgramError } from '@shop/server-kit/testing/debian';
import { benchData } from '../startShop';
import type { Fault, Figure } from './Fault';

const KILLS = 100;
const QUICK_KILLS = 10;
const PORT = 4920;

type Kill = (name: string, place: KillPlace, rounds: number) => Promise<Figure>;

const killOrders: Kill = async (name, place, rounds) => {
  const { kills, acknowledged, unanswered, lost, doubled, stockOff, mailsOff } = await killDuringOrders(place, rounds);
  return {
    text: `${name}: ${kills} kills, ${acknowledged} orders acknowledged, ${unanswered} answers cut off and asked for again; ${lost} lost, ${doubled} doubled, stock off by ${stockOff}, ${mailsOff} without exactly one mail`,
    limit: '0 each',
    ok: acknowledged > 0 && lost === 0 && doubled === 0 && stockOff === 0 && mailsOff === 0,
  };
};

const killPayments: Kill = async (name, place, rounds) => {
  const report = await killDuringPayments(place, rounds);
  const { kills, orders, payments, refunds, messages, messagesRepeated, messagesLost, unanswered, ...faults } = report;
  const { lost, doubled, unpaid, kept, refundsOff, due, stockOff, mailsOff } = faults;
  return {
    text: `${name}: ${kills} kills, ${orders} orders, ${payments} payments, ${refunds} refunds, ${messages} messages (${messagesRepeated} repeated, ${messagesLost} more lost), ${unanswered} answers cut off and asked for again; ${lost} lost, ${doubled} doubled, ${unpaid} sold without money, ${kept} kept without an order, ${refundsOff} given back otherwise than by the provider, ${due} still due, stock off by ${stockOff}, ${mailsOff} with a mail too many or too few`,
    limit: '0 each',
    ok: payments > 0 && refunds > 0 && Object.values(faults).every((count) => count === 0),
  };
};

const killOnBoth = async (kill: Kill, quick: boolean): Promise<readonly Figure[]> => {
  const rounds = quick ? QUICK_KILLS : KILLS;
  const place = { dataDirectory: benchData, port: PORT };
  fs.rmSync(benchData, { recursive: true, force: true });
  const onPglite = await kill('PGlite', { ...place, databaseUrl: undefined }, rounds);
  const postgres = startPostgresServer();
  if (!postgres) throw new MissingProgramError('PostgreSQL is missing: install postgresql.');
  try {
    return [onPglite, await kill('PostgreSQL', { ...place, databaseUrl: postgres.url }, rounds)];
  } finally {
    postgres.stop();
  }
};

export const kills: Fault = {
  summary: `kill -9 of the API in the middle of orders, ${KILLS} times on PGlite and PostgreSQL (about ten minutes)`,
  inQuick: false, // kill.system.test.ts has fewer rounds.
  run: ({ quick }) => killOnBoth(killOrders, quick),
};

export const moneyKills: Fault = {
  summary: `kill -9 of the API in the middle of payments, refunds and messages, ${KILLS} times on PGlite and PostgreSQL (about half an hour)`,
  inQuick: false, // as above
  run: ({ quick }) => killOnBoth(killPayments, quick),
};
