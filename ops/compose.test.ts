import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parse } from 'yaml';
import { readConfig } from '../api/src/config';
import { readConfig as readHostConfig } from '../host/server/config';
import { createSecrets } from './createSecrets';

const root = path.resolve(__dirname, '..');
const read = (file: string): string => fs.readFileSync(path.join(root, file), 'utf8');

interface Service {
  readonly build?: { readonly dockerfile: string; readonly target?: string };
  readonly image?: string;
  readonly user?: string;
  readonly restart?: string;
  readonly read_only?: boolean;
  readonly environment?: Readonly<Record<string, string>>;
  readonly secrets?: readonly string[];
  readonly healthcheck?: { readonly test?: readonly string[]; readonly disable?: boolean };
  readonly deploy?: { readonly replicas?: number };
  readonly ports?: readonly string[];
  readonly tmpfs?: readonly string[];
  readonly networks?: readonly string[];
  readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>;
}

const compose = parse(read('docker-compose.yml'), { merge: true }) as {
  services: Record<string, Service>;
  secrets: Record<string, { file: string }>;
  networks: Record<string, { internal?: boolean } | null>;
};
const services = Object.entries(compose.services);
const ONE_OFF_SERVICES = new Set(['migrate', 'releases']);

const readDockerfile = ({ build }: Service): string | undefined => build && read(build.dockerfile);

/** Returns a build stage including the stages it is based on. */
const resolveStage = (dockerfile: string, target: string | undefined): string => {
  const stages = dockerfile.split(/^(?=FROM )/m).slice(1);
  const stage =
    target === undefined ? stages.at(-1) : stages.find((text) => new RegExp(`^FROM .* AS ${target}$`, 'm').test(text));
  if (!stage) throw new Error(`There is no stage ${target}`);
  const base = /^FROM (\S+)/.exec(stage)?.[1] ?? '';
  return stages.some((text) => text.includes(` AS ${base}\n`)) ? resolveStage(dockerfile, base) + stage : stage;
};

test.each(services)('%s runs unprivileged on a read-only file system and restarts automatically', (_name, service) => {
  const dockerfile = readDockerfile(service);
  const user =
    dockerfile === undefined
      ? service.user
      : /^USER (\S+)$/m.exec(resolveStage(dockerfile, service.build?.target))?.[1];
  expect(user).toBeDefined();
  expect(user).not.toMatch(/^(root|0)/);
  expect(service).toMatchObject({ read_only: true, cap_drop: ['ALL'], security_opt: ['no-new-privileges:true'] });
  expect(service.restart).toMatch(/^(unless-stopped|on-failure:\d+)$/);
});

test.each(services.filter(([name]) => !ONE_OFF_SERVICES.has(name)))('%s has a health check', (_name, service) => {
  const dockerfile = readDockerfile(service);
  expect(
    service.healthcheck?.test ??
      (dockerfile && /^HEALTHCHECK .* CMD/m.exec(resolveStage(dockerfile, service.build?.target))),
  ).toBeTruthy();
});

test.each(services)('%s has size limits for its tmpfs mounts', (_name, { tmpfs = [] }) => {
  for (const mount of tmpfs) expect(mount).toMatch(/^\/[\w/]+:(?:mode=1777,)?size=\d+m$/);
});

test('services for shoppers have two replicas and start after one-off tasks', () => {
  for (const name of ['api', 'host']) expect(compose.services[name]?.deploy?.replicas).toBe(2);
  expect(compose.services['api']?.depends_on?.['migrate']?.condition).toBe('service_completed_successfully');
  expect(compose.services['host']?.depends_on?.['releases']?.condition).toBe('service_completed_successfully');
});

test('images have pinned versions', () => {
  for (const [, { image }] of services) if (image !== undefined) expect(image).toMatch(/:v?\d+\.\d+/);
  for (const file of ['ops/docker/shop.Dockerfile', 'ops/docker/proxy.Dockerfile'])
    expect(read(file)).not.toMatch(/^FROM (?:\S+:latest|(?:[^\s/]+\/)+[^\s:/]+)$/m);
});

test('only the proxy is reachable from outside, and only the API can reach the database', () => {
  for (const [name, { ports = [] }] of services)
    if (name !== 'proxy') for (const port of ports) expect(port).toMatch(/^127\.0\.0\.1:/);
  expect(compose.networks['data']).toEqual({ internal: true });
  expect(services.filter(([, { networks }]) => networks?.includes('data')).map(([name]) => name)).toEqual([
    'database',
    'redis',
    'migrate',
    'api',
  ]);
});

test('the file contains no secrets: they come from files that `npm run secrets` creates, with which the API starts', () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'shop-secrets-'));
  try {
    expect(createSecrets(folder).sort()).toEqual(Object.keys(compose.secrets).sort());
    expect(createSecrets(folder)).toEqual([]);
    const { environment = {}, secrets = [] } = compose.services['api'] ?? {};
    const inContainer = Object.fromEntries(
      Object.entries(environment).map(([name, value]) => [
        name,
        value.replace('/run/secrets', folder).replace(/\$\{\w+:-([^}]*)\}/, '$1'),
      ]),
    );
    const config = readConfig({ NODE_ENV: 'production', ...inContainer });
    expect(config).toMatchObject({
      production: true,
      migrateOnStart: false,
      trustedProxies: 1,
      redisUrl: 'redis://redis:6379',
    });
    expect(config.databaseUrl).toMatch(/^postgresql:\/\/shop:[0-9a-f]{64}@database:5432\/shop$/);
    for (const [name, value] of Object.entries(environment))
      if (name.endsWith('_FILE')) expect(secrets.map((secret) => `/run/secrets/${secret}`)).toContain(value);
  } finally {
    fs.rmSync(folder, { recursive: true });
  }
});

test('nginx uses the ports of the images and of the proxy', () => {
  const upstreams = read('ops/nginx/docker/upstreams.conf');
  const dockerfile = read('ops/docker/shop.Dockerfile');
  for (const [name, port] of [
    ['api', 4000],
    ['host', 3000],
  ] as const) {
    expect(upstreams).toContain(`server ${name}:${port} resolve`);
    expect(resolveStage(dockerfile, name)).toContain(`EXPOSE ${port}`);
  }
  expect(compose.services['proxy']?.ports).toEqual(['0.0.0.0:80:8080', '0.0.0.0:443:8443']);
  expect(read('ops/nginx/docker/listen-https.conf')).toContain('listen 8443 ');
  expect(read('ops/nginx/docker/listen-http.conf')).toContain('listen 8080;');
  expect(compose.services['host']?.environment?.['API_ORIGIN']).toBe('http://proxy:8081');
  expect(read('ops/nginx/docker/listen-inside.conf')).toContain('listen 8081;');
});

test('the host starts with its production environment', () => {
  const { environment = {} } = compose.services['host'] ?? {};
  const given = Object.fromEntries(
    Object.entries(environment).flatMap(([name, value]) =>
      name.endsWith('_FILE') ? [] : [[name, value.replace(/\$\{\w+:-([^}]*)\}/, '$1')]],
    ),
  );
  expect(readHostConfig({ NODE_ENV: 'production', ...given })).toMatchObject({
    production: true,
    publicUrl: 'https://localhost',
    trustedProxies: 1,
  });
});
