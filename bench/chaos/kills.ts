import fs from 'node:fs';
import { runKillRounds } from '../../api/src/testing/runKillRounds';
import { startPostgresServer } from '../../api/src/testing/postgresServer';
import { MissingProgramError } from '@shop/server-kit/testing/debian';
import { benchData } from '../startShop';
import type { Fault, Figure } from './Fault';

const KILLS = 100;
const QUICK_KILLS = 10;
const PORT = 4920;

const killOn = async (name: string, databaseUrl: string | undefined, rounds: number): Promise<Figure> => {
  fs.rmSync(benchData, { recursive: true, force: true });
  const { kills, acknowledged, unanswered, lost, doubled, stockOff, mailsOff } = await runKillRounds(
    { databaseUrl, dataDirectory: benchData, port: PORT },
    rounds,
  );
  return {
    text: `${name}: ${kills} kills, ${acknowledged} orders acknowledged, ${unanswered} answers cut off and asked for again; ${lost} lost, ${doubled} doubled, stock off by ${stockOff}, ${mailsOff} without exactly one mail`,
    limit: '0 each',
    ok: acknowledged > 0 && lost === 0 && doubled === 0 && stockOff === 0 && mailsOff === 0,
  };
};

export const kills: Fault = {
  summary: `kill -9 of the API in the middle of orders, ${KILLS} times on PGlite and PostgreSQL (about ten minutes)`,
  inQuick: false, // kill.system.test.ts has fewer rounds.
  async run({ quick }) {
    const rounds = quick ? QUICK_KILLS : KILLS;
    const onPglite = await killOn('PGlite', undefined, rounds);
    const postgres = startPostgresServer();
    if (!postgres) throw new MissingProgramError('PostgreSQL is missing: install postgresql.');
    try {
      return [onPglite, await killOn('PostgreSQL', postgres.url, rounds)];
    } finally {
      postgres.stop();
    }
  },
};
