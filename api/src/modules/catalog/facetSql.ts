import type { Facet } from '@shop/contracts';

const quoteLiteral = (text: string): string => `'${text.replaceAll("'", "''")}'`;

/** Selects a facet's value from a row of `products` or `facet_cells`; '' without a value. */
export const buildValueSql = ({ id, kind }: Facet, table = ''): string =>
  kind === 'reference' ? `${table}"${id}"` : `coalesce(${table}attributes ->> '${id}', '')`;

/** Splits an attribute's value into its slugs. Same as toSlugs() of the contracts. */
export const buildSlugsSql = (value: string): string => `string_to_array(${value}, ' ')`;

/** Condition that a row of `products` or `facet_cells` has one of the slugs in a bound array. */
export const buildChoiceSql = (facet: Facet, chosen: string): string =>
  facet.kind === 'reference'
    ? `${buildValueSql(facet)} = ANY(${chosen}::text[])`
    : `${buildSlugsSql(buildValueSql(facet))} && ${chosen}::text[]`;

/** Selects the label of a group of equal `slug`s. Same as toSlugLabel() of the contracts. */
export const buildLabelSql = ({ id, kind, valueLabels = {} }: Facet): string => {
  if (kind === 'reference') return `min(${id}_name)`;
  const derived = `upper(left(slug, 1)) || replace(substr(slug, 2), '-', ' ')`;
  const labels = Object.entries(valueLabels).map(
    ([value, label]) => `WHEN ${quoteLiteral(value)} THEN ${quoteLiteral(label)}`,
  );
  return labels.length > 0 ? `CASE slug ${labels.join(' ')} ELSE ${derived} END` : derived;
};
