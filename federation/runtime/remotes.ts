/** Name of a remote's folder, package and registry entry. Its description is in its `remote.json`. */
export type RemoteId = `mfe-${string}`;

export const REMOTE_ID = /^mfe-[a-z0-9]+(?:-[a-z0-9]+)*$/;
export const MAX_ID_LENGTH = 40;

/** Whether a string is a valid remote name. The composition decides whether the remote exists. */
export const isRemoteId = (value: string): value is RemoteId => value.length <= MAX_ID_LENGTH && REMOTE_ID.test(value);

/** Returns the name of a remote's container: a JavaScript identifier, as webpack and browsers require. */
export const containerName = (id: RemoteId): string => id.replaceAll('-', '_');

/** Whom a remote is for: its pages are in the shop, or in the back office (ADMIN_URL). */
export const AUDIENCES = ['shoppers', 'staff'] as const;
export type Audience = (typeof AUDIENCES)[number];

/** Descriptions and releases that do not say it are for shoppers. */
export const getAudience = ({ audience = 'shoppers' }: { readonly audience?: Audience | undefined }): Audience =>
  audience;

/** The pages of the back office are here and below, and nothing else is. */
export const ADMIN_PATH = '/admin';

/** Whether a path is under a mount; '/' matches the home page only. */
export const isUnder = (mount: string, pathname: string): boolean =>
  pathname === mount || (mount !== '/' && pathname.startsWith(`${mount}/`));
