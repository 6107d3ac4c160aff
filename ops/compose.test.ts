import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { MAX_PICTURE_BYTES } from '@shop/contracts';
import { DockerfileParser, From, type Instruction } from 'dockerfile-ast';
import { NginxConfFile } from 'nginx-conf';
import type { NginxConfItem } from 'nginx-conf/dist/src/conf';
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
  readonly command?: readonly string[];
  readonly secrets?: readonly string[];
  readonly volumes?: readonly string[];
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

/** The instructions of a service's image: those of its build stage, after those of the stages it is based on. */
const readImage = ({ build }: Service): Instruction[] => {
  if (!build) return [];
  const instructions = DockerfileParser.parse(read(build.dockerfile)).getInstructions();
  const starts = instructions.flatMap((instruction, index) =>
    instruction instanceof From ? [{ instruction, index }] : [],
  );
  const readStage = (stage: string | undefined): Instruction[] => {
    const position =
      stage === undefined
        ? starts.length - 1
        : starts.findIndex(({ instruction }) => instruction.getBuildStage() === stage);
    const start = starts[position];
    if (!start) throw new Error(`There is no stage ${stage}`);
    const base = start.instruction.getImage() ?? '';
    return [
      ...(starts.some(({ instruction }) => instruction.getBuildStage() === base) ? readStage(base) : []),
      ...instructions.slice(start.index + 1, starts[position + 1]?.index),
    ];
  };
  return readStage(build.target);
};

/** The arguments of every such instruction of a service's image, in order. */
const readArguments = (service: Service, keyword: string): (string | null)[] =>
  readImage(service)
    .filter((instruction) => instruction.getKeyword() === keyword)
    .map((instruction) => instruction.getArgumentsContent());

/** Returns the directives of an nginx file. */
const readNginx = (file: string): NginxConfItem => {
  let parsed: NginxConfItem | undefined;
  NginxConfFile.createFromSource(read(`ops/nginx/docker/${file}`), (error, conf) => {
    if (error) throw error;
    parsed = conf?.nginx;
  });
  if (!parsed) throw new Error(`${file} was not parsed`);
  return parsed;
};

const readDirectives = (block: NginxConfItem | undefined, name: string): (string | number)[] =>
  (block?.[name] ?? []).map(({ _value }) => _value);

test.each(services)('%s runs unprivileged on a read-only file system and restarts automatically', (_name, service) => {
  const user = service.build ? readArguments(service, 'USER').at(-1) : service.user;
  expect(user).toMatch(/^(?!root|0)./);
  expect(service).toMatchObject({ read_only: true, cap_drop: ['ALL'], security_opt: ['no-new-privileges:true'] });
  expect(service.restart).toMatch(/^(unless-stopped|on-failure:\d+)$/);
});

test.each(services.filter(([name]) => !ONE_OFF_SERVICES.has(name)))('%s has a health check', (_name, service) => {
  const [imageCheck] = readArguments(service, 'HEALTHCHECK');
  expect(service.healthcheck?.test?.join(' ') ?? imageCheck).toMatch(/CMD/);
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
  const dockerfiles = new Set(services.flatMap(([, { build }]) => (build ? [build.dockerfile] : [])));
  for (const dockerfile of dockerfiles) {
    const stages = DockerfileParser.parse(read(dockerfile)).getFROMs();
    const names = new Set(stages.map((from) => from.getBuildStage()));
    const bases = stages.map((from) => from.getImage()).filter((image) => !names.has(image));
    expect(bases).not.toEqual([]);
    for (const image of bases) expect(image).toMatch(/:\d+/);
  }
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

test('files with secrets are not copied into images', () => {
  expect(read('.dockerignore').split('\n')).toEqual(expect.arrayContaining(['.env', 'secrets', '.data']));
});

test('the file contains no secrets: they come from files that `npm run secrets` creates, with which the API starts', () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'shop-secrets-'));
  try {
    expect(createSecrets(folder).sort()).toEqual(Object.keys(compose.secrets).sort());
    fs.chmodSync(folder, 0o755); // as somebody may have made it
    expect(createSecrets(folder)).toEqual([]);
    expect(fs.statSync(folder).mode & 0o777).toBe(0o700);
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

test('backups: PostgreSQL archives its log to the repository of the service that backs it up', () => {
  const { database, backup } = compose.services;
  const settings = ({ environment = {} }: Service) =>
    Object.entries(environment).filter(([name]) => name.startsWith('PGBACKREST_'));
  if (!database || !backup) throw new Error('A service is missing');
  expect(database.command).toEqual(
    expect.arrayContaining(['archive_mode=on', 'archive_command=pgbackrest --stanza=shop archive-push %p']),
  );
  expect(settings(database)).toEqual(settings(backup));
  expect(settings(database).map(([name]) => name)).toContain('PGBACKREST_REPO1_PATH');
  for (const { secrets } of [database, backup]) expect(secrets).toContain('pgbackrest.conf');
  for (const volume of ['database:/var/lib/postgresql/data', 'sockets:/var/run/postgresql', 'backups:/backups'])
    for (const { volumes } of [database, backup]) expect(volumes).toContain(volume);
  expect(backup.volumes).toContain('registry:/registry:ro');
  expect(backup.environment?.['DATABASE_URL']).toBe('postgresql://shop@localhost/shop?host=/var/run/postgresql');
});

test('pictures: the API writes them where hosts and backups read them, beside those of the image', () => {
  const mounts = ['api', 'releases', 'host', 'backup'].map((name) => {
    const { environment = {}, volumes = [] } = compose.services[name] ?? {};
    return [name, environment['MEDIA_DIR'], volumes.find((volume) => volume.startsWith('media:'))];
  });
  expect(mounts).toEqual([
    ['api', '/media', 'media:/media'],
    ['releases', '/media', 'media:/media'],
    ['host', '/media', 'media:/media:ro'],
    ['backup', '/media', 'media:/media:ro'],
  ]);
  const { releases, api } = compose.services;
  if (!releases || !api) throw new Error('A service is missing');
  expect(readArguments(releases, 'CMD').at(-1)).toContain('cp -Rn .data/media/. ${MEDIA_DIR:-/media} &&');
  // The first to mount a volume gives it its owner.
  for (const service of [releases, api])
    expect(readArguments(service, 'RUN').some((line) => /mkdir .*\/media && chown .*\/media/.test(line ?? ''))).toBe(
      true,
    );
  const [, megabytes = 0] = /size=(\d+)m/.exec(api.tmpfs?.join(' ') ?? '') ?? [];
  expect(Number(megabytes) * 1e6).toBeGreaterThanOrEqual(2 * MAX_PICTURE_BYTES);
});

test('nginx uses the ports of the images and of the proxy', () => {
  const { api, host, proxy } = compose.services;
  if (!api || !host || !proxy) throw new Error('A service is missing');
  const upstreams = readNginx('upstreams.conf').upstream ?? [];
  for (const [name, service, serverName, count] of [
    ['api', api, 'api', 2],
    ['host', host, 'host', 2],
    ['visits', host, 'host', 1],
  ] as const) {
    const [port] = readArguments(service, 'EXPOSE');
    const servers = readDirectives(
      upstreams.find(({ _value }) => _value === name),
      'server',
    );
    expect(servers).toHaveLength(count);
    for (const server of servers) expect(server).toMatch(new RegExp(`^${serverName}:${port} `));
  }
  const listening = ['listen-http.conf', 'listen-https.conf', 'listen-inside.conf'].flatMap((file) =>
    readDirectives(readNginx(file), 'listen').map((listen) => Number.parseInt(String(listen), 10)),
  );
  const published = proxy.ports?.map((mapping) => mapping.split(':').at(-1)).join(' ');
  expect(readArguments(proxy, 'EXPOSE')).toEqual([published]);
  const { origin: inside, port: insidePort } = new URL(host.environment?.['API_ORIGIN'] ?? '');
  expect(inside).toBe(`http://proxy:${insidePort}`);
  expect(listening.join(' ')).toBe(`${published} ${insidePort}`);
  expect(proxy.ports).toEqual(['0.0.0.0:80:8080', '0.0.0.0:443:8443']);
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
    origins: { federation: { url: undefined, isOnShop: false }, admin: undefined },
  });
  expect(environment).toMatchObject({ FEDERATION_URL: '${FEDERATION_URL:-}', ADMIN_URL: '${ADMIN_URL:-}' });
  expect(compose.services['api']?.environment?.['ADMIN_URL']).toBe('${ADMIN_URL:-}');
});
