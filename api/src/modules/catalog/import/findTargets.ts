import { RESERVED_PRODUCT_IDS } from '@shop/contracts';
import type { Queryable } from '../../../database/Database';
import { findTakenIds, findVariantOwners } from '../productsImportRepository';
import { GENERATED_ID_PREFIX } from './checkProduct';
import type { ImportProblem } from './ImportProblem';
import type { ParsedProduct } from './parseProducts';
import { toSlug } from './toSlug';

/** The product that a row is about, or one of its variants. */
export interface Target {
  readonly id: string;
  readonly variantId?: string;
}

const toBase = ({ cells: { name = '' }, handle }: ParsedProduct): string => {
  const slug = toSlug(handle ?? '') || toSlug(name) || 'product';
  return slug.startsWith(GENERATED_ID_PREFIX) ? toSlug(`product-${slug}`) : slug;
};

/** Returns an endless row of ids: ring, ring-2, ring-3. */
function* countIds(base: string): Generator<string> {
  yield base;
  for (let number = 2; ; number += 1) yield `${toSlug(base, 63 - String(number).length)}-${number}`;
}

const takeFirst = (base: string, count: number): string[] => {
  const ids: string[] = [];
  for (const id of countIds(base)) {
    if (ids.length >= count) break;
    ids.push(id);
  }
  return ids;
};

/** Makes ids that no product has and the file does not name. */
const makeIds = async (
  connection: Queryable,
  products: readonly ParsedProduct[],
  named: Iterable<string>,
): Promise<ReadonlyMap<ParsedProduct, string>> => {
  const taken = new Set([...RESERVED_PRODUCT_IDS, ...named]);
  const made = new Map<ParsedProduct, string>();
  let left = new Map<string, ParsedProduct[]>();
  for (const product of products) {
    const base = toBase(product);
    const others = left.get(base);
    if (others) others.push(product);
    else left.set(base, [product]);
  }
  // How many more ids than products are asked for grows, so that many of one name take few rounds.
  for (let spare = 1; left.size > 0; spare *= 4) {
    const asked = new Map([...left].map(([base, those]) => [base, takeFirst(base, those.length + spare)]));
    for (const id of await findTakenIds(connection, [...new Set([...asked.values()].flat())])) taken.add(id);
    const next = new Map<string, ParsedProduct[]>();
    for (const [base, those] of left) {
      const free = (asked.get(base) ?? []).filter((id) => !taken.has(id));
      those.forEach((product, index) => {
        const id = free[index];
        if (id === undefined) next.set(base, [...(next.get(base) ?? []), product]);
        else {
          made.set(product, id);
          taken.add(id);
        }
      });
    }
    left = next;
  }
  return made;
};

/** Finds out what each row is about: its id says it, or its SKU. What has neither yet is a new product. */
export const findTargets = async (
  connection: Queryable,
  products: readonly ParsedProduct[],
  skuOwners: ReadonlyMap<string, string>,
): Promise<{ readonly targets: ReadonlyMap<ParsedProduct, Target>; readonly problems: readonly ImportProblem[] }> => {
  const targets = new Map<ParsedProduct, Target>();
  const problems: ImportProblem[] = [];
  const unknown: ParsedProduct[] = [];
  for (const product of products) {
    const { id, sku = '' } = product.cells;
    const found = id ?? skuOwners.get(sku);
    if (found === undefined) unknown.push(product);
    else targets.set(product, { id: found });
  }
  const variants = await findVariantOwners(
    connection,
    unknown.flatMap(({ cells: { sku } }) => sku ?? []),
  );
  const fresh: ParsedProduct[] = [];
  for (const product of unknown) {
    const [owner, ...others] = variants.get(product.cells.sku ?? '') ?? [];
    if (!owner) fresh.push(product);
    else if (others.length > 0)
      problems.push({
        line: product.line,
        column: 'sku',
        message: `is the SKU of several variants, such as those of ${owner.productId} and ${others[0]?.productId}`,
      });
    else targets.set(product, { id: owner.productId, variantId: owner.variantId });
  }
  const named = [...targets.values()].map(({ id }) => id);
  for (const [product, id] of await makeIds(connection, fresh, named)) targets.set(product, { id });
  return { targets, problems };
};
