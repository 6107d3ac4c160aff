/** Path prefixes that the host's server uses itself. No remote can mount below one of them. */
export const RESERVED_PATHS = [
  '/api',
  '/assets',
  '/media',
  '/remotes',
  '/rum',
  '/health',
  '/federation',
  '/preview',
  '/dev',
  '/icons',
  '/sitemaps',
  '/.well-known',
  '/service-worker.js',
  '/offline',
];
