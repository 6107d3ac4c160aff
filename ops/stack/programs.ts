import { ensurePostgres } from '../../api/src/testing/postgresServer';
import { MissingProgram, requireFiles } from './debian';

/** Where Debian has them. */
export const REDIS = '/usr/bin/redis-server';
export const NGINX = '/usr/sbin/nginx';
const NGINX_MODULES = '/usr/lib/nginx/modules';
const OPENSSL = '/usr/bin/openssl';

/**
 * All that the topology of production is made of, installed where it is missing and can be. @throws {MissingProgram}
 * saying what to install.
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
  if (!ensurePostgres()) throw new MissingProgram('PostgreSQL is missing: install postgresql.');
};
