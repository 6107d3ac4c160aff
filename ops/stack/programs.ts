import { ensurePostgres } from '../../api/src/testing/postgresServer';
import { MissingProgramError, requireFiles } from './debian';

/** Paths on Debian. */
export const REDIS = '/usr/bin/redis-server';
export const NGINX = '/usr/sbin/nginx';
const NGINX_MODULES = '/usr/lib/nginx/modules';
const OPENSSL = '/usr/bin/openssl';

const PROVIDERS = {
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
} satisfies Readonly<Record<string, () => void>>;

export type ProgramName = keyof typeof PROVIDERS;
export const PROGRAM_NAMES = Object.keys(PROVIDERS) as readonly ProgramName[];
export const isProgramName = (name: string): name is ProgramName => Object.hasOwn(PROVIDERS, name);

/**
 * Installs programs of the production topology, by default all, if they are missing.
 * @throws {MissingProgramError} with the command that installs one.
 */
export const providePrograms = (names: readonly ProgramName[] = PROGRAM_NAMES): void => {
  for (const name of names) PROVIDERS[name]();
};
