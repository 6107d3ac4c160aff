import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { DockerfileParser } from 'dockerfile-ast';
import { parse } from 'yaml';
import { readConfig } from '../../api/src/config';
import { createSecrets } from '../createSecrets';
import { etcdEnvironment, patroniEnvironment } from './nodeEnvironment';

const root = path.resolve(__dirname, '../..');
const read = (file: string): string => fs.readFileSync(path.join(root, file), 'utf8');

interface Service {
  readonly build?: { readonly dockerfile: string; readonly target: string };
  readonly user?: string;
  readonly restart?: string;
  readonly read_only?: boolean;
  readonly environment?: Readonly<Record<string, string>>;
  readonly secrets?: readonly string[];
  readonly network_mode?: string;
  readonly networks?: readonly string[];
  readonly profiles?: readonly string[];
  readonly ports?: readonly string[];
  readonly tmpfs?: readonly string[];
}

interface Compose {
  readonly services: Readonly<Record<string, Service>>;
  readonly secrets: Readonly<Record<string, { readonly file: string }>>;
}

const cluster = parse(read('docker-compose.cluster.yml'), { merge: true, logLevel: 'error' }) as Compose;
const single = parse(read('docker-compose.yml'), { merge: true }) as Compose;
const built = Object.entries(cluster.services).filter(([, { build }]) => build);
const PLACE = { node: 2, addresses: ['10.0.0.11', '10.0.0.12', '10.0.0.13'] };
const VARIABLES: Readonly<Record<string, string>> = {
  NODE: '2',
  ADDRESS: '10.0.0.12',
  DB1: '10.0.0.11',
  DB2: '10.0.0.12',
  DB3: '10.0.0.13',
};

const interpolate = (environment: Readonly<Record<string, string>> = {}): Record<string, string> =>
  Object.fromEntries(
    Object.entries(environment).map(([name, value]) => [
      name,
      value.replace(/\$\{(\w+):-\}/g, (_match, variable: string) => VARIABLES[variable] ?? ''),
    ]),
  );

test('database machines have the settings of the local cluster', () => {
  expect(interpolate(cluster.services['etcd']?.environment)).toEqual(etcdEnvironment(PLACE));
  const patroni = Object.entries(interpolate(cluster.services['db']?.environment)).filter(([name]) =>
    name.startsWith('PATRONI_'),
  );
  expect(Object.fromEntries(patroni)).toEqual(patroniEnvironment(PLACE));
});

test('HAProxy knows all database machines', () => {
  const environment = interpolate(cluster.services['haproxy']?.environment);
  expect(environment).toEqual({ LISTEN: '*', DB1: '10.0.0.11', DB2: '10.0.0.12', DB3: '10.0.0.13' });
  const used = read('ops/cluster/haproxy.cfg').match(/\$\{\w+\}/g) ?? [];
  expect([...new Set(used)].sort()).toEqual(
    Object.keys(environment)
      .map((name) => `\${${name}}`)
      .sort(),
  );
});

test.each(built)('%s runs unprivileged on a read-only file system and restarts automatically', (_name, service) => {
  expect(service).toMatchObject({ read_only: true, cap_drop: ['ALL'], security_opt: ['no-new-privileges:true'] });
  expect(service.restart).toBe('unless-stopped');
  expect(service.user).toMatch(/^(?!root|0)./);
  expect(service.ports).toBeUndefined();
  for (const mount of service.tmpfs ?? []) expect(mount).toMatch(/^\/[\w/]+:size=\d+m$/);
});

test.each(built)('the image of %s is a stage with a health check, a user and pinned sources', (_name, { build }) => {
  const dockerfile = DockerfileParser.parse(read(build?.dockerfile ?? ''));
  const stages = dockerfile.getFROMs();
  const stage = stages.find((from) => from.getBuildStage() === build?.target);
  expect(stage).toBeDefined();
  expect(stages[0]?.getImage()).toMatch(/:\d+\.\d+/);
  const from = stage?.getRange().start.line ?? 0;
  const to = stages.map((other) => other.getRange().start.line).find((line) => line > from) ?? Infinity;
  const keywords = dockerfile
    .getInstructions()
    .filter((instruction) => instruction.getRange().start.line > from && instruction.getRange().start.line < to)
    .map((instruction) => instruction.getKeyword());
  for (const keyword of ['USER', 'HEALTHCHECK', 'CMD', 'EXPOSE']) expect(keywords).toContain(keyword);
});

test('files that images copy exist', () => {
  for (const [, source] of read('ops/docker/cluster.Dockerfile').matchAll(/^COPY (.*) \S+$/gm))
    for (const file of source?.split(' ') ?? [])
      expect(`${file} ${fs.existsSync(path.join(root, file))}`).toBe(`${file} true`);
});

test('hosts read pictures where staff and operators of a cluster add them, and the API has a key to no other bucket', () => {
  const readBucket = (name: string): [string, string][] =>
    Object.entries(cluster.services[name]?.environment ?? {}).filter(([key]) =>
      /^(?:MEDIA|REGISTRY)_S3_|^AWS_/.test(key),
    );
  expect(readBucket('host').map(([key]) => key)).toEqual(
    expect.arrayContaining(['MEDIA_S3_BUCKET', 'MEDIA_S3_PREFIX', 'MEDIA_S3_ENDPOINT', 'MEDIA_S3_REGION']),
  );
  expect(readBucket('releases')).toEqual(readBucket('host'));
  const ofHost = Object.fromEntries(readBucket('host'));
  expect(Object.fromEntries(readBucket('api'))).toEqual({
    ...Object.fromEntries(Object.entries(ofHost).filter(([key]) => key.startsWith('MEDIA_'))),
    AWS_ACCESS_KEY_ID: '${MEDIA_ACCESS_KEY_ID:-}',
    AWS_SECRET_ACCESS_KEY: '${MEDIA_SECRET_ACCESS_KEY:-}',
  });
});

test('plain "up" starts no database on a shop machine, and no backup of one', () => {
  for (const name of ['etcd', 'db']) expect(cluster.services[name]?.profiles).toEqual(['database']);
  for (const name of ['database', 'backup']) expect(cluster.services[name]).toEqual({ profiles: ['one-machine'] });
});

test('every secret is a file that `npm run secrets -- --cluster` creates, and the API starts with them', () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'shop-secrets-'));
  try {
    createSecrets(folder, PLACE.addresses);
    for (const { file } of Object.values(cluster.secrets))
      expect(fs.existsSync(path.join(folder, path.basename(file)))).toBe(true);
    const known = new Set(Object.keys({ ...single.secrets, ...cluster.secrets }));
    for (const { secrets = [] } of Object.values(cluster.services))
      for (const name of secrets) expect(known).toContain(name);
    const environment = { ...single.services['api']?.environment, ...cluster.services['api']?.environment };
    const config = readConfig({
      NODE_ENV: 'production',
      ...Object.fromEntries(
        Object.entries(environment).map(([name, value]) => [
          name,
          value.replace('/run/secrets', folder).replace(/\$\{\w+:-([^}]*)\}/, '$1'),
        ]),
      ),
    });
    expect(config.databaseUrl).toMatch(/@pgbouncer:6432\/shop$/);
    expect(config.directUrl).toMatch(/@haproxy:5000\/shop$/);
    expect(config.readUrls.map((url) => new URL(url).host)).toEqual(
      PLACE.addresses.map((address) => `${address}:5432`),
    );
  } finally {
    fs.rmSync(folder, { recursive: true });
  }
});
