/** Name of a remote's folder, package and registry entry. Its description is in its `remote.json`. */
export type RemoteId = `mfe-${string}`;

export const REMOTE_ID = /^mfe-[a-z0-9]+(?:-[a-z0-9]+)*$/;
export const MAX_ID_LENGTH = 40;

/** Whether a string is a valid remote name. The composition decides whether the remote exists. */
export const isRemoteId = (value: string): value is RemoteId => value.length <= MAX_ID_LENGTH && REMOTE_ID.test(value);

/** Returns the name of a remote's container: a JavaScript identifier, as webpack and browsers require. */
export const containerName = (id: RemoteId): string => id.replaceAll('-', '_');

/** Whether a path is under a mount; '/' matches the home page only. */
export const isUnder = (mount: string, pathname: string): boolean =>
  pathname === mount || (mount !== '/' && pathname.startsWith(`${mount}/`));
