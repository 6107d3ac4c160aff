import * as Type from '@sinclair/typebox';
import type { Static } from '@sinclair/typebox';
import type { Registry } from './Registry';
import { changeDocument, readDocument, type DocumentKind } from './storage/documents';

const LocalRefusals = Type.Record(Type.String(), Type.Array(Type.String()));

/** Reasons for which the local build of a remote does not run, by remote. */
export type LocalRefusals = Static<typeof LocalRefusals>;

const KIND: DocumentKind<typeof LocalRefusals> = {
  key: 'local-refusals.json',
  title: 'The list of refused local builds',
  schema: LocalRefusals,
  empty: {},
};

/** Reads what the last `release-local` refused; a local host shows it on the pages of these remotes. */
export const readLocalRefusals = async ({ storage }: Registry): Promise<LocalRefusals> =>
  (await readDocument(storage, KIND)).value;

export const writeLocalRefusals = async ({ storage }: Registry, refusals: LocalRefusals): Promise<void> => {
  const isEmpty = (value: LocalRefusals): boolean => Object.keys(value).length === 0;
  await changeDocument(storage, KIND, (present) => (isEmpty(present) && isEmpty(refusals) ? present : refusals));
};
