import { randomUUID } from 'node:crypto';
import type { BenchTopology } from '../startTopology';
import { sendRequest, uncachedListing, newAgent } from './sendRequest';
import { startOrders, type OrderReport } from './orders';

const READERS = 4;
const ORDERERS = 2;

interface Shopped {
  readonly reads: number;
  /** Counts of failed reads by status. */
  readonly failed: readonly string[];
  readonly orders: OrderReport;
}

/** Simulates shoppers through nginx: uncached pages and listings, and orders. Returns a function that stops it. */
export const startShopping = async ({ url, databaseUrl }: BenchTopology): Promise<() => Promise<Shopped>> => {
  const agent = newAgent();
  let shopping = true;
  let reads = 0;
  const failed: string[] = [];
  const paths = [
    () => `/products?q=${randomUUID().slice(0, 8)}`,
    () => `/api${uncachedListing()}`,
    () => '/about',
    () => '/api/categories',
  ];
  const read = async (): Promise<void> => {
    while (shopping) {
      const path = (paths[reads % paths.length] ?? uncachedListing)();
      reads += 1;
      await sendRequest(url + path, { agent }).then(
        ({ status }) => void (status === 200 || failed.push(`${path.split('?')[0]} ${status}`)),
        (error: Error) => void failed.push(`${path.split('?')[0]} ${error.message}`),
      );
    }
  };
  const readers = Promise.all(Array.from({ length: READERS }, read));
  const endOrders = await startOrders([url], ORDERERS, databaseUrl);
  return async () => {
    shopping = false;
    await readers;
    const orders = await endOrders();
    agent.destroy();
    return { reads, failed, orders };
  };
};
