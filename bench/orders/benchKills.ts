import fs from 'node:fs';
import { killRounds } from '../../api/src/testing/killRounds';
import { startPostgresServer } from '../../api/src/testing/postgresServer';
import { benchData } from '../startShop';

const KILLS = 100;
const PORT = 4920;

const killOn = async (name: string, databaseUrl: string | undefined): Promise<void> => {
  fs.rmSync(benchData, { recursive: true, force: true });
  const { kills, acknowledged, unanswered, lost, doubled, stockOff, mailsOff } = await killRounds({ databaseUrl, dataDirectory: benchData, port: PORT }, KILLS);
  console.log(
    `  ${name.padEnd(11)} ${kills} kills, ${acknowledged} orders acknowledged, ${unanswered} answers cut off and asked for again: ` +
      `${lost} lost, ${doubled} doubled, stock off by ${stockOff}, ${mailsOff} without exactly one mail (0 each)`,
  );
};

/** kill -9 of the API in the middle of orders, a hundred times on each database: about ten minutes. */
export const benchKills = async (): Promise<void> => {
  console.log('\nkill -9 in the middle of orders');
  const postgres = startPostgresServer();
  if (postgres) {
    try {
      await killOn('PostgreSQL', postgres.url);
    } finally {
      postgres.stop();
    }
  }
  await killOn('PGlite', undefined);
};
