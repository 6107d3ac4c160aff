import { ensurePostgres } from '../../api/src/testing/postgresServer';
import { MissingProgramError, requireFiles } from '@shop/server-kit/testing/debian';

/** Paths on Debian. */
export const REDIS = '/usr/bin/redis-server';
export const NGINX = '/usr/sbin/nginx';
const NGINX_MODULES = '/usr/lib/nginx/modules';
const OPENSSL = '/usr/bin/openssl';
/** Of the database cluster. */
export const ETCD = '/usr/bin/etcd';
export const PATRONI = '/usr/bin/patroni';
export const PATRONICTL = '/usr/bin/patronictl';
export const HAPROXY = '/usr/sbin/haproxy';
export const PGBOUNCER = '/usr/sbin/pgbouncer';
const PGBACKREST = '/usr/bin/pgbackrest';
export const RESTIC = '/usr/bin/restic';

type Providers = Readonly<Record<string, () => void>>;

const STACK = {
  redis: () => requireFiles([REDIS], ['redis-server']),
  nginx: () =>
    requireFiles(
      [
        NGINX,
        `${NGINX_MODULES}/ngx_http_brotli_filter_module.so`,
        `${NGINX_MODULES}/ngx_http_headers_more_filter_module.so`,
      ],
      ['nginx', 'libnginx-mod-http-brotli-filter', 'libnginx-mod-http-headers-more-filter'],
    ),
  openssl: () => requireFiles([OPENSSL], ['openssl']),
  postgresql: () => {
    if (!ensurePostgres()) throw new MissingProgramError('PostgreSQL is missing: apt-get install postgresql');
  },
} satisfies Providers;

/** Programs of a database on several machines, which `npm run stack` does not need. */
const CLUSTER = {
  etcd: () => requireFiles([ETCD], ['etcd-server']),
  // Patroni only suggests its client of etcd.
  patroni: () =>
    requireFiles([PATRONI, '/usr/lib/python3/dist-packages/etcd/__init__.py'], ['patroni', 'python3-etcd']),
  haproxy: () => requireFiles([HAPROXY], ['haproxy']),
  pgbouncer: () => requireFiles([PGBOUNCER], ['pgbouncer']),
} satisfies Providers;

const MONITORING = {
  promtool: () => requireFiles(['/usr/bin/promtool'], ['prometheus']),
} satisfies Providers;

const BACKUP = {
  pgbackrest: () => requireFiles([PGBACKREST], ['pgbackrest']),
  restic: () => requireFiles([RESTIC], ['restic']),
} satisfies Providers;

const PROVIDERS = { ...STACK, ...CLUSTER, ...BACKUP, ...MONITORING };

export type ProgramName = keyof typeof PROVIDERS;
export const PROGRAM_NAMES = Object.keys(PROVIDERS) as readonly ProgramName[];
const STACK_NAMES = Object.keys(STACK) as readonly ProgramName[];
export const CLUSTER_NAMES = Object.keys(CLUSTER) as readonly ProgramName[];
export const isProgramName = (name: string): name is ProgramName => Object.hasOwn(PROVIDERS, name);

/**
 * Installs programs if they are missing, by default those of the stack.
 * @throws {MissingProgramError} with the command that installs one.
 */
export const providePrograms = (names: readonly ProgramName[] = STACK_NAMES): void => {
  for (const name of names) PROVIDERS[name]();
};
