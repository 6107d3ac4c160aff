/** The console is where an operator of today looks; the shopper sees the panel. */
export const reportError = (error: unknown): void => {
  console.warn('[shop]', error);
};
