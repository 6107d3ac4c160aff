import {
  ATTRIBUTES,
  mapFacets,
  storefronts,
  toSlugLabel,
  type AuditRow,
  type getProductChoices,
  type ResponseOf,
  type StaffProduct,
} from '@shop/contracts';
import type { AppContext } from '../../../AppContext';
import { findAuditPage } from '../../../audit/auditRepository';
import { ShopError } from '../../../http/ShopError';
import {
  findAllBrands,
  findAllCategories,
  findStoredProducts,
  type CategoryOrBrand,
} from '../productsImportRepository';
import { findAttributeValues, findPieces, isOrdered } from './productPageRepository';
import { toTexts } from './saveProduct';

const TIMELINE_LENGTH = 100;
/** The audit has all of it. */
const MAX_SHOWN_LENGTH = 200;

const cutTexts = (fields: AuditRow['after']): AuditRow['after'] =>
  fields &&
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      name,
      typeof value === 'string' && value.length > MAX_SHOWN_LENGTH ? `${value.slice(0, MAX_SHOWN_LENGTH)}…` : value,
    ]),
  );

/** Returns a product as the back office shows it. @throws {ShopError} PRODUCT_NOT_FOUND. */
export const readStaffProduct = async (
  { database, config: { publicUrl } }: Pick<AppContext, 'database' | 'config'>,
  id: string,
): Promise<StaffProduct> => {
  const [product] = await findStoredProducts(database, [id], false);
  if (!product) throw new ShopError('PRODUCT_NOT_FOUND');
  const { store, version, status, created_at: createdAt, imported_at: changedAt } = product.row;
  const filter = { actorKind: null, actorId: null, subjectKind: 'products', subject: id, from: null, until: null };
  const [stock, ordered, timeline] = await Promise.all([
    findPieces(database, id),
    isOrdered(database, id),
    findAuditPage(database, { ...filter, before: null }, TIMELINE_LENGTH),
  ]);
  return {
    id,
    store,
    version,
    fields: toTexts(product),
    stock,
    created_at: new Date(createdAt).toISOString(),
    changed_at: new Date(changedAt ?? createdAt).toISOString(),
    link: status === 'published' ? new URL(`/products/${id}`, publicUrl).href : null,
    deletable: status === 'draft' && !ordered,
    // Where colleagues were is for those who read the audit.
    timeline: timeline.items.map((row) => ({
      ...row,
      actor: { ...row.actor, network: null },
      before: cutTexts(row.before),
      after: cutTexts(row.after),
    })),
  };
};

/** Returns what products of each storefront can be. */
export const readProductChoices = async ({
  database,
}: Pick<AppContext, 'database'>): Promise<ResponseOf<typeof getProductChoices>['data']> => {
  const [categories, brands, values] = await Promise.all([
    findAllCategories(database),
    findAllBrands(database),
    findAttributeValues(database),
  ]);
  const choose = (groups: readonly CategoryOrBrand[], store: string) =>
    groups.filter((group) => group.store === store).map(({ slug, name }) => ({ value: slug, label: name }));
  return Object.values(storefronts).map(({ slug: store }) => ({
    store,
    category: choose(categories, store),
    brand: choose(brands, store),
    ...mapFacets(ATTRIBUTES, (attribute) =>
      values
        .filter((each) => each.store === store && each.attribute === attribute.id)
        .map(({ value }) => ({ value, label: toSlugLabel(attribute, value) })),
    ),
  }));
};
