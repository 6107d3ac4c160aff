import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { DatabaseNode } from '../cluster/DatabaseNode';
import { startDatabaseCluster, type DatabaseCluster } from '../cluster/startDatabaseCluster';
import { PATRONICTL } from '../stack/programs';
import { BackedUpShop, type Said } from '../testing/BackedUpShop';

const NUMBER = 5;
const PART = 10;
const TIMEOUT_MS = 300_000;

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'cluster-restore-'));
fs.chmodSync(folder, 0o755);
let cluster: DatabaseCluster;
let shop: BackedUpShop;

const give = (node: DatabaseNode, ...argv: string[]): Promise<Said> => shop.give(node.backupSettings ?? '', ...argv);

/** `patronictl remove`, which asks for the name of the cluster and a confirmation. */
const removeCluster = ({ settings }: DatabaseNode): void => {
  const PATRONI_ETCD_HOSTS = [11, 12, 13].map((last) => `127.77.${NUMBER}.${last}:2379`).join(',');
  execFileSync(PATRONICTL, ['-c', settings, 'remove', 'shop'], {
    input: 'shop\nYes I am aware\n',
    env: { ...process.env, PATRONI_ETCD_HOSTS },
  });
};

beforeAll(async () => {
  cluster = await startDatabaseCluster({ directory: folder, number: NUMBER, hasBackups: true });
  shop = new BackedUpShop(folder, cluster.directUrl);
  await shop.migrate();
}, TIMEOUT_MS);
afterAll(async () => {
  await cluster?.stop();
  fs.rmSync(folder, { recursive: true, force: true });
});

test(
  'after a wrong DELETE, the cluster is restored on one machine, and the others follow it',
  async () => {
    const primary = await cluster.findPrimary();
    const standbys = cluster.nodes.filter((node) => node !== primary);
    await shop.placeOrders(PART);
    expect(await give(primary, 'backup')).toMatchObject({ code: 0 });
    for (const standby of standbys)
      expect(await give(standby, 'backup')).toEqual({
        code: 1,
        said: expect.stringContaining('primary'),
      });
    await shop.placeOrders(PART);
    const orders = await shop.readOrders();
    const before = await shop.passSecond();
    await shop.query('DELETE FROM orders');

    for (const node of [...standbys, primary]) await node.stop();
    removeCluster(primary);
    const started = performance.now();
    expect(await give(primary, 'restore', '--to', before)).toEqual({
      code: 0,
      said: expect.stringContaining(`: ${2 * PART} orders`),
    });
    await primary.start();
    await cluster.findPrimary();
    console.warn(`A primary was there after ${((performance.now() - started) / 1_000).toFixed(1)} s.`);
    await Promise.all(standbys.map((node) => node.start()));
    await cluster.whenHealthy();
    console.warn(`All machines followed after ${((performance.now() - started) / 1_000).toFixed(1)} s.`);

    expect(await cluster.findPrimary()).toBe(primary);
    for (const url of cluster.readUrls) expect(await new BackedUpShop(folder, url).readOrders()).toEqual(orders);
    await shop.placeOrders(1);
    expect(await give(primary, 'backup')).toMatchObject({ code: 0 });
  },
  TIMEOUT_MS,
);
