import { isVersion, RegistryError, type RegistryAccess } from '@shop/registry';
import { isRemoteId, type RemoteId } from '@shop/runtime/remotes';
import type { Static } from '@sinclair/typebox';
import * as Type from '@sinclair/typebox';

export const FieldsSchema = Type.Record(Type.String(), Type.String());
/** Fields of a form on the pages at /federation. */
export type Fields = Readonly<Static<typeof FieldsSchema>>;

/** Message to show after an action, optionally with a path of the shop, or an address, to copy. */
type ActionResult = string | { readonly text: string; readonly path: string };

/** Runs an action and returns the message to show. */
export type PageAction = (access: RegistryAccess, fields: Fields) => Promise<ActionResult>;

export const parseRemoteField = ({ remote = '' }: Fields): RemoteId => {
  if (isRemoteId(remote)) return remote;
  throw new RegistryError('invalid', `"${remote}" is not a remote name`);
};

export const parseVersionField = (value: string | undefined): string => {
  if (value !== undefined && isVersion(value)) return value;
  throw new RegistryError('invalid', 'A version is required');
};
