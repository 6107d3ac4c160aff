import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parse } from 'yaml';
import { readConfig } from '../api/src/config';
import { readConfig as readHostConfig } from '../host/server/config';
import { makeSecrets } from './makeSecrets';

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
const ONCE = new Set(['migrate', 'releases']);

const dockerfileOf = ({ build }: Service): string | undefined => build && read(build.dockerfile);

/** What a build's last stage is made of, with the stages it stands on. */
const stageOf = (dockerfile: string, target: string | undefined): string => {
  const stages = dockerfile.split(/^(?=FROM )/m).slice(1);
  const stage =
    target === undefined ? stages.at(-1) : stages.find((text) => new RegExp(`^FROM .* AS ${target}$`, 'm').test(text));
  if (!stage) throw new Error(`There is no stage ${target}`);
  const base = /^FROM (\S+)/.exec(stage)?.[1] ?? '';
  return stages.some((text) => text.includes(` AS ${base}\n`)) ? stageOf(dockerfile, base) + stage : stage;
};

test.each(services)(
  '%s runs as nobody special, on a file system it cannot change, and comes back by itself',
  (_name, service) => {
    const dockerfile = dockerfileOf(service);
    const user =
      dockerfile === undefined ? service.user : /^USER (\S+)$/m.exec(stageOf(dockerfile, service.build?.target))?.[1];
    expect(user).toBeDefined();
    expect(user).not.toMatch(/^(root|0)/);
    expect(service).toMatchObject({ read_only: true, cap_drop: ['ALL'], security_opt: ['no-new-privileges:true'] });
    expect(service.restart).toMatch(/^(unless-stopped|on-failure:\d+)$/);
  },
);

test.each(services.filter(([name]) => !ONCE.has(name)))('%s says whether it is well', (_name, service) => {
  const dockerfile = dockerfileOf(service);
  expect(
    service.healthcheck?.test ??
      (dockerfile && /^HEALTHCHECK .* CMD/m.exec(stageOf(dockerfile, service.build?.target))),
  ).toBeTruthy();
});

test.each(services)('%s writes into memory no more than it is given', (_name, { tmpfs = [] }) => {
  for (const mount of tmpfs) expect(mount).toMatch(/^\/[\w/]+:(?:mode=1777,)?size=\d+m$/);
});

test('there are two of what serves shoppers, and what is done once is done before', () => {
  for (const name of ['api', 'host']) expect(compose.services[name]?.deploy?.replicas).toBe(2);
  expect(compose.services['api']?.depends_on?.['migrate']?.condition).toBe('service_completed_successfully');
  expect(compose.services['host']?.depends_on?.['releases']?.condition).toBe('service_completed_successfully');
});

test('images are of named versions', () => {
  for (const [, { image }] of services) if (image !== undefined) expect(image).toMatch(/:v?\d+\.\d+/);
  for (const file of ['ops/docker/shop.Dockerfile', 'ops/docker/proxy.Dockerfile'])
    expect(read(file)).not.toMatch(/^FROM (?:\S+:latest|(?:[^\s/]+\/)+[^\s:/]+)$/m);
});

test('only the proxy is reached from outside, and the database from the API alone', () => {
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

test('no secret stands in the file: all come from files that `npm run secrets` makes, with which the API starts', () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'shop-secrets-'));
  try {
    expect(makeSecrets(folder).sort()).toEqual(Object.keys(compose.secrets).sort());
    expect(makeSecrets(folder)).toEqual([]);
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

test('nginx looks for what listens: the ports of the images and of the proxy', () => {
  const upstreams = read('ops/nginx/docker/upstreams.conf');
  const dockerfile = read('ops/docker/shop.Dockerfile');
  for (const [name, port] of [
    ['api', 4000],
    ['host', 3000],
  ] as const) {
    expect(upstreams).toContain(`server ${name}:${port} resolve`);
    expect(stageOf(dockerfile, name)).toContain(`EXPOSE ${port}`);
  }
  expect(compose.services['proxy']?.ports).toEqual(['0.0.0.0:80:8080', '0.0.0.0:443:8443']);
  expect(read('ops/nginx/docker/listen-https.conf')).toContain('listen 8443 ');
  expect(read('ops/nginx/docker/listen-http.conf')).toContain('listen 8080;');
  expect(compose.services['host']?.environment?.['API_ORIGIN']).toBe('http://proxy:8081');
  expect(read('ops/nginx/docker/listen-inside.conf')).toContain('listen 8081;');
});

test('the host starts with what it is given, as production', () => {
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
