import { MAX_GROUPS, type GroupKind, type StorefrontSlug } from '@shop/contracts';
import type { Actor } from '../../../audit/Actor';
import { insertAudit } from '../../../audit/auditRepository';
import type { Queryable } from '../../../database/Database';
import { isUniqueViolation } from '../../../database/isUniqueViolation';
import { refuseField } from '../../../http/readChoice';
import { ShopError } from '../../../http/ShopError';
import { toSlug } from '../import/toSlug';
import { lockImportBriefly } from '../productsImportRepository';
import {
  deleteGroup,
  findReadyPicture,
  forgetMove,
  insertGroup,
  insertMove,
  isGroupUsed,
  isLeft,
  lockGroups,
  updateGroup,
  updateOrder,
  type GroupPlace,
  type StoredGroup,
} from './groupsRepository';

interface By {
  readonly actor: Actor;
  readonly now: Date;
}

const NAMES: Readonly<Record<GroupKind, string>> = { category: 'category', brand: 'brand' };

const readPicture = async (connection: Queryable, id: number | null): Promise<string> => {
  if (id === null) return '';
  return (await findReadyPicture(connection, id)) ?? refuseField('picture', 'This picture is not ready yet.');
};

/** @throws {ShopError} INVALID_REQUEST with the field that has to change. */
const requireFree = async (
  connection: Queryable,
  place: GroupPlace,
  others: readonly StoredGroup[],
  { name, field, from }: { readonly name: string; readonly field: 'name' | 'slug'; readonly from?: string },
): Promise<void> => {
  const { kind, slug } = place;
  if (slug === '') return refuseField(field, 'It needs letters or digits, of which its address is made.');
  const same = others.find((other) => other.slug === slug);
  if (same) return refuseField(field, `There is a ${NAMES[kind]} ${same.name} at this address.`);
  if (others.some((other) => other.name.toLowerCase() === name.toLowerCase()))
    return refuseField('name', `There is a ${NAMES[kind]} with this name.`);
  if (await isLeft(connection, place, from))
    return refuseField(field, 'Products are still moving away from this address. Try again in a minute.');
};

/** Imports and products that are saved have read the categories: nothing moves under them. */
const requireNoImport = async (connection: Queryable): Promise<void> => {
  await lockImportBriefly(connection);
};

/** Makes a category or brand. @throws {ShopError} INVALID_REQUEST with the field. */
export const createGroup = async (
  connection: Queryable,
  asked: {
    readonly kind: GroupKind;
    readonly store: StorefrontSlug;
    readonly name: string;
    readonly picture: number | null;
  },
  { actor, now }: By,
): Promise<void> => {
  const { kind, store } = asked;
  const name = asked.name.trim();
  const groups = await lockGroups(connection, kind, store);
  if (groups.length >= MAX_GROUPS) return refuseField('name', `A storefront has at most ${MAX_GROUPS}.`);
  const place = { kind, store, slug: toSlug(name) };
  await requireFree(connection, place, groups, { name, field: 'name' });
  await forgetMove(connection, place);
  await insertGroup(connection, { ...place, name, picture: await readPicture(connection, asked.picture) }, now);
  await insertAudit(connection, { actor, action: `${kind}.created`, subject: place.slug, after: { store, name } }, now);
};

const requireGroup = (groups: readonly StoredGroup[], slug: string): StoredGroup => {
  const group = groups.find((each) => each.slug === slug);
  if (!group) throw new ShopError('GROUP_NOT_FOUND');
  return group;
};

interface GroupChange {
  readonly name?: string | undefined;
  readonly slug?: string | undefined;
  readonly picture?: number | null | undefined;
  /** The name that was seen. */
  readonly seen: string;
}

/**
 * Changes a category or brand. Its products follow (moveProducts). A change that changes nothing leaves no trace.
 * @throws {ShopError} GROUP_NOT_FOUND, INVALID_REQUEST with the field, CHANGED_MEANWHILE with the name of somebody
 * else, PRODUCT_REFUSED while an import is applied.
 */
export const changeGroup = async (
  connection: Queryable,
  place: GroupPlace,
  asked: GroupChange,
  { actor, now }: By,
): Promise<void> => {
  const { kind, store } = place;
  const groups = await lockGroups(connection, kind, store);
  const before = requireGroup(groups, place.slug);
  if (before.name !== asked.seen) throw new ShopError('CHANGED_MEANWHILE', { fields: { name: before.name } });
  const after: StoredGroup = {
    name: asked.name?.trim() ?? before.name,
    slug: asked.slug === undefined ? before.slug : toSlug(asked.slug),
    picture: asked.picture === undefined ? before.picture : await readPicture(connection, asked.picture),
  };
  const changed = (['name', 'slug', 'picture'] as const).filter((field) => before[field] !== after[field]);
  if (changed.length === 0) return;
  if (changed.includes('name') || changed.includes('slug')) {
    await requireNoImport(connection);
    const others = groups.filter(({ slug }) => slug !== before.slug);
    const next = { ...place, slug: after.slug };
    await requireFree(connection, next, others, {
      name: after.name,
      field: changed.includes('slug') ? 'slug' : 'name',
      from: before.slug,
    });
    if (changed.includes('slug')) await forgetMove(connection, next);
    await insertMove(connection, place, after.slug, now);
  }
  await updateGroup(connection, place, after, now);
  const pick = (group: StoredGroup) => Object.fromEntries(changed.map((field) => [field, group[field]]));
  await insertAudit(
    connection,
    { actor, action: `${kind}.changed`, subject: before.slug, before: pick(before), after: { store, ...pick(after) } },
    now,
  );
};

/** Puts a storefront's categories or brands in order. @throws {ShopError} CHANGED_MEANWHILE if others are there now. */
export const orderGroups = async (
  connection: Queryable,
  {
    kind,
    store,
    slugs,
  }: { readonly kind: GroupKind; readonly store: StorefrontSlug; readonly slugs: readonly string[] },
  { actor, now }: By,
): Promise<void> => {
  const before = (await lockGroups(connection, kind, store)).map(({ slug }) => slug);
  if ([...slugs].sort().join() !== [...before].sort().join()) throw new ShopError('CHANGED_MEANWHILE');
  if (slugs.join() === before.join()) return;
  await updateOrder(connection, kind, store, slugs, now);
  await insertAudit(
    connection,
    { actor, action: `${kind}.ordered`, subject: store, before: { slugs: before }, after: { slugs } },
    now,
  );
};

/** Deletes a category or brand without products. @throws {ShopError} GROUP_NOT_FOUND, PRODUCT_REFUSED. */
export const removeGroup = async (connection: Queryable, place: GroupPlace, { actor, now }: By): Promise<void> => {
  const { kind, store, slug } = place;
  const { name } = requireGroup(await lockGroups(connection, kind, store), slug);
  await requireNoImport(connection);
  if (await isGroupUsed(connection, place))
    throw new ShopError('PRODUCT_REFUSED', { reason: `${name} has products: move or delete them first.` });
  await deleteGroup(connection, place);
  await insertMove(connection, place, null, now);
  await insertAudit(connection, { actor, action: `${kind}.deleted`, subject: slug, before: { store, name } }, now);
};

/** Of two who take the same address at the same moment, the second is told so. */
export const explainTaken = (error: unknown): never => {
  if (isUniqueViolation(error)) return refuseField('name', 'Somebody else has just made one with this name.');
  throw error;
};
