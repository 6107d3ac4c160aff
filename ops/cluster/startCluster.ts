import fs from 'node:fs';
import path from 'node:path';
import { ManagedProcess, tsxArguments } from '@shop/server-kit/testing/ManagedProcess';
import { createPortCheck } from '../stack/createPortCheck';
import { publishBuiltRemotes, startTopologyOn, type Topology, type TopologyOptions } from '../stack/startTopology';
import { startDatabaseCluster, type DatabaseCluster } from './startDatabaseCluster';

export interface Cluster extends Topology<DatabaseCluster> {
  /** The server of the bucket with the releases. */
  readonly s3: ManagedProcess;
  readonly s3Url: string;
  /** Of the API, of hosts, and for commands that add pictures. */
  readonly mediaEnv: Readonly<Record<string, string>>;
}

interface StartClusterOptions extends Omit<TopologyOptions, 'registryEnv' | 'publishReleases'> {
  readonly s3Port: number;
  /** Number of the database cluster on this machine. */
  readonly number?: number;
}

/** Starts the services of docker-compose.cluster.yml as local processes. Requires `npm run build`. */
export const startCluster = async ({ number, s3Port, ...options }: StartClusterOptions): Promise<Cluster> => {
  const { directory, hasBackups, onStep, onStop, onUnexpectedEnd } = options;
  fs.mkdirSync(path.join(directory, 'logs'), { recursive: true });
  const s3 = new ManagedProcess({
    name: 's3',
    args: tsxArguments('ops/cluster/s3Server.ts', String(s3Port), path.join(directory, 's3')),
    log: path.join(directory, 'logs/s3.log'),
    isReady: createPortCheck(s3Port),
  });
  onStep?.(s3.name);
  await s3.start();
  const s3Url = `http://127.0.0.1:${s3Port}`;
  const credentials = { AWS_ACCESS_KEY_ID: 'S3RVER', AWS_SECRET_ACCESS_KEY: 'S3RVER' };
  const registryEnv = { ...credentials, REGISTRY_S3_BUCKET: 'registry', REGISTRY_S3_ENDPOINT: s3Url };
  const mediaEnv = {
    ...credentials,
    MEDIA_S3_BUCKET: 'registry',
    MEDIA_S3_PREFIX: 'media',
    MEDIA_S3_ENDPOINT: s3Url,
  };
  try {
    const topology = await startTopologyOn(
      {
        ...options,
        registryEnv,
        apiEnv: { ...mediaEnv, ...options.apiEnv },
        hostEnv: { ...mediaEnv, ...options.hostEnv },
        publishReleases: () => publishBuiltRemotes(registryEnv),
      },
      () => startDatabaseCluster({ directory, number, hasBackups, onStep, onStop, onUnexpectedEnd }),
    );
    const stop = async (): Promise<void> => {
      await topology.stop();
      await s3.stop();
    };
    return { ...topology, s3, s3Url, mediaEnv, stop };
  } catch (error) {
    await s3.stop();
    throw error;
  }
};
