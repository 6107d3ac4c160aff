import type { Ports } from '../stack/ports';
import type { Cluster } from './startCluster';

const hideSecret = (url: string): string => url.replace(/:\w+@/, '@');

/** Tells what runs where, without passwords. */
export const describeCluster = ({ database, s3Url }: Cluster, ports: Ports): string => {
  const { nodes, url, directUrl } = database;
  const local = (port: number): string => `http://127.0.0.1:${port}`;
  return [
    ['Pooler', hideSecret(url)],
    ['Primary', hideSecret(directUrl)],
    ...nodes.map(({ name, address }) => [
      name,
      `${address}: PostgreSQL, etcd, Patroni at http://${address}:8008/cluster`,
    ]),
    ['APIs', ports.apis.map(local).join(', ')],
    ['Hosts', ports.hosts.map(local).join(', ')],
    ['Redis', `127.0.0.1:${ports.redis}`],
    ['Bucket', s3Url],
  ]
    .map(([title = '', text = '']) => `  ${title.padEnd(10)} ${text}`)
    .join('\n');
};
