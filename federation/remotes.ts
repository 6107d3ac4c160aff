/**
 * A remote's name: its folder, its package, its place in the registry. What it says about itself is in its
 * `remote.json`.
 */
export type RemoteId = `mfe-${string}`;

const REMOTE_ID = /^mfe-[a-z0-9]+(?:-[a-z0-9]+)*$/;
const LONGEST_ID = 40;

/** Whether it may be a remote's name; whether there is one is for the composition to say. */
export const isRemoteId = (value: string): value is RemoteId => value.length <= LONGEST_ID && REMOTE_ID.test(value);

/** The name of a remote's container: a JavaScript identifier, as webpack and the browser need. */
export const containerName = (id: RemoteId): string => id.replaceAll('-', '_');

/** Whether a path lies under a mount; '/' is the home page alone. */
export const isUnder = (mount: string, pathname: string): boolean =>
  pathname === mount || (mount !== '/' && pathname.startsWith(`${mount}/`));
