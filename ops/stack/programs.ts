import { ensurePostgres } from '../../api/src/testing/postgresServer';
import { MissingProgramError, requireFiles } from './debian';

/** Paths on Debian. */
export const REDIS = '/usr/bin/redis-server';
export const NGINX = '/usr/sbin/nginx';
const NGINX_MODULES = '/usr/lib/nginx/modules';
const OPENSSL = '/usr/bin/openssl';

/**
 * Installs the programs of the production topology if they are missing.
 * @throws {MissingProgramError} with the packages to install.
 */
export const providePrograms = (): void => {
  requireFiles(
    [
      REDIS,
      NGINX,
      `${NGINX_MODULES}/ngx_http_brotli_filter_module.so`,
      `${NGINX_MODULES}/ngx_http_headers_more_filter_module.so`,
      OPENSSL,
    ],
    ['redis-server', 'nginx', 'libnginx-mod-http-brotli-filter', 'libnginx-mod-http-headers-more-filter', 'openssl'],
  );
  if (!ensurePostgres()) throw new MissingProgramError('PostgreSQL is missing: install postgresql.');
};
