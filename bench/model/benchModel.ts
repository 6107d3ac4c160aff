import os from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import autocannon from 'autocannon';
import { openDatabase } from '../../api/src/database/openDatabase';
import { buildJourney, buildRequestClasses, ORDER, readProducts, type RequestClass } from '../load/shoppers';
import { startBenchTopology } from '../startTopology';
import { addCosts, predictCapacity, SERVERS, type Cost } from './Cost';
import { measureBackground, measureCost, measureMail, type Background, type Measured } from './measureCost';
import { planMachines } from './planMachines';
import { describeCosts, describePlans, describeProof } from './tables';
import { writeScaling } from './writeScaling';

const CONNECTIONS = 16;
/** More would be refused: hashes are limited. */
const SIGN_IN_CONNECTIONS = 2;
/** Of all requests together: compiles code and fills caches and pools. */
const WARM_UP_S = 15;
const CLASS_WARM_UP_S = 2;
const SETTLING_MS = 2_000;
const SECONDS = 8;
const MIX_SECONDS = 20;
const BACKGROUND_SECONDS = 5;
const MAIL_SECONDS = 5;
const RATES = [1, 100, 10_000, 100_000];
const MAX_DIFFERENCE = 0.25;

export interface ClassCost extends Pick<RequestClass, 'name'> {
  /** Its share of the journey's steps. */
  readonly share: number;
  readonly cost: Cost;
}

interface Measurements {
  readonly background: Background;
  readonly classes: readonly ClassCost[];
  readonly mix: Measured;
}

interface MeasuredClass extends ClassCost {
  readonly mails: number;
}

/** Each order has a mail, which is sent later: while other requests were measured, too. */
const separateMails = (measured: readonly MeasuredClass[], mail: Cost): ClassCost[] => [
  ...measured.map(({ name, share, cost, mails }) => ({
    name,
    share,
    cost: addCosts([
      { share: 1, cost },
      { share: -mails, cost: mail },
    ]),
  })),
  ...measured
    .filter(({ name }) => name === ORDER)
    .map(({ share }) => ({ name: 'mail of an order', share, cost: mail })),
];

const measureAll = async (): Promise<Measurements> => {
  const topology = await startBenchTopology();
  const database = await openDatabase({ databaseUrl: topology.databaseUrl, dataDirectory: '' });
  try {
    const products = await readProducts(`http://127.0.0.1:${topology.ports.apis[0]}`);
    const journey = buildJourney(products);
    const requestClasses = buildRequestClasses(products);
    const mixed = {
      requests: journey,
      connections: CONNECTIONS,
      statuses: requestClasses.map(({ status }) => status),
    };
    const dropMails = (): Promise<unknown> => database.query('DELETE FROM mails WHERE sent_at IS NULL');
    await autocannon({ url: topology.url, connections: CONNECTIONS, requests: journey, duration: WARM_UP_S });
    await dropMails();
    await sleep(SETTLING_MS);
    const background = await measureBackground(topology, BACKGROUND_SECONDS);
    const measured: MeasuredClass[] = [];
    for (const { name, requests, status } of requestClasses) {
      const connections = status === 401 ? SIGN_IN_CONNECTIONS : CONNECTIONS;
      const load = { requests, connections, statuses: [status] };
      await measureCost(topology, database, background, { ...load, seconds: CLASS_WARM_UP_S });
      const { cost, mails } = await measureCost(topology, database, background, { ...load, seconds: SECONDS });
      measured.push({ name, share: requests.length / journey.length, cost, mails });
    }
    const mail = await measureMail(topology, database, background, MAIL_SECONDS);
    await dropMails();
    const mix = await measureCost(topology, database, background, { ...mixed, seconds: MIX_SECONDS });
    return { background, classes: separateMails(measured, mail), mix };
  } finally {
    await database.close();
    await topology.stop();
  }
};

/**
 * Predicts from the costs of each kind of request how much of the journeys' mix this machine can answer, measures it,
 * and writes docs/scaling.md. A prediction that is too far off fails the run.
 */
export const benchModel = async (): Promise<void> => {
  const { background, classes, mix } = await measureAll();
  const cost = addCosts(classes);
  const used = SERVERS.reduce((sum, server) => sum + background[server], mix.othersCores);
  const predicted = predictCapacity(cost, os.availableParallelism() - used);
  const ratio = mix.rate / predicted;
  const sections = [
    describeCosts(classes, cost),
    describeProof({ predicted, mix, maxDifference: MAX_DIFFERENCE }),
    describePlans(RATES.map((rate) => planMachines(cost, rate))),
  ];
  console.log(`\n${sections.join('\n\n')}`);
  if (Math.abs(ratio - 1) > MAX_DIFFERENCE) process.exitCode = 1;
  else writeScaling(sections);
};
