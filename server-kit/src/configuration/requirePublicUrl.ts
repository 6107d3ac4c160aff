const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);

/**
 * Checks that PUBLIC_URL and NODE_ENV match. A public shop started without NODE_ENV=production would expose the
 * mailbox, the payment sandbox and release overrides. Tests run the production topology on loopback with
 * `NODE_ENV=test`.
 * @throws {Error} made by `refuse` from one sentence that says what is wrong.
 */
export const requirePublicUrl = (environment: NodeJS.ProcessEnv, refuse: (sentence: string) => Error): void => {
  const { PUBLIC_URL: value = '', NODE_ENV: mode } = environment;
  const url = URL.canParse(value) ? new URL(value) : undefined;
  const isHttps = url?.protocol === 'https:';
  if (mode === 'production' && !isHttps)
    throw refuse('PUBLIC_URL must be the https address of the shop when NODE_ENV=production.');
  const isLoopbackTest = mode === 'test' && url !== undefined && LOOPBACK.has(url.hostname);
  if (mode !== 'production' && isHttps && !isLoopbackTest)
    throw refuse(
      'An https PUBLIC_URL needs NODE_ENV=production: otherwise the mailbox, the payment sandbox and release overrides are open to everybody.',
    );
};
