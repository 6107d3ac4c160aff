import { isVersion, RegistryError, type RegistryAccess } from '@shop/federation/registry';
import { isRemoteId, type RemoteId } from '@shop/federation/remotes';
import type { Static } from '@sinclair/typebox';
import * as Type from '@sinclair/typebox';

export const FieldsSchema = Type.Record(Type.String(), Type.String());
/** What a form of the page at /federation sends. */
export type Fields = Readonly<Static<typeof FieldsSchema>>;

/** What a button did: in a sentence, or with an address of the shop to copy. */
type ActionResult = string | { readonly text: string; readonly path: string };

/** What a button does; answers what is told of it. */
export type PageAction = (access: RegistryAccess, fields: Fields) => Promise<ActionResult>;

export const parseRemoteField = ({ remote = '' }: Fields): RemoteId => {
  if (isRemoteId(remote)) return remote;
  throw new RegistryError('invalid', `"${remote}" is no name of a remote`);
};

export const parseVersionField = (value: string | undefined): string => {
  if (value !== undefined && isVersion(value)) return value;
  throw new RegistryError('invalid', 'No version is named');
};
