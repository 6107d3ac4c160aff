/** Why a remote of a dev server is not shown: told to the one who asked for it, and to nobody else. */
export class DevServerError extends Error {
  override name = 'DevServerError';
  constructor(
    message: string,
    /** What the compiler or the network says of it. */
    readonly detail: string = '',
  ) {
    super(message);
  }
}
