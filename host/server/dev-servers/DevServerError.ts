/** Why a dev server's remote cannot be shown. Only reported to the browser that requested it. */
export class DevServerError extends Error {
  override name = 'DevServerError';
  constructor(
    message: string,
    /** Message from the compiler or the network. */
    readonly detail: string = '',
  ) {
    super(message);
  }
}
