const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);

/**
 * Checks that PUBLIC_URL and NODE_ENV belong together. A public shop that is started without NODE_ENV=production would
 * open the mailbox, the payment sandbox and release overrides to everybody. Tests run the topology of production on
 * this machine (`NODE_ENV=test`).
 * @throws what `refuse` makes of one sentence for what is wrong.
 */
export const requirePublicUrl = (environment: NodeJS.ProcessEnv, refuse: (sentence: string) => Error): void => {
  const { PUBLIC_URL: value = '', NODE_ENV: mode } = environment;
  const url = URL.canParse(value) ? new URL(value) : undefined;
  const isHttps = url?.protocol === 'https:';
  if (mode === 'production' && !isHttps)
    throw refuse('PUBLIC_URL must be the https address of the shop when NODE_ENV=production.');
  const isTestOfThisMachine = mode === 'test' && url !== undefined && LOOPBACK.has(url.hostname);
  if (mode !== 'production' && isHttps && !isTestOfThisMachine)
    throw refuse(
      'An https PUBLIC_URL needs NODE_ENV=production: otherwise the mailbox, the payment sandbox and release overrides are open to everybody.',
    );
};
