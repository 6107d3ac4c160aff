import type { Facet } from '@shop/shared/contracts';

const quoteLiteral = (text: string): string => `'${text.replaceAll("'", "''")}'`;

/** Selects a facet's value from a row of `products` or `facet_cells`; '' without a value. */
export const buildValueSql = ({ id, kind }: Facet, table = ''): string =>
  kind === 'reference' ? `${table}"${id}"` : `coalesce(${table}attributes ->> '${id}', '')`;

/** Selects the label of a group of equal values from cells. Same as toValueLabel() of the contracts. */
export const buildLabelSql = ({ id, kind, valueLabels = {} }: Facet): string => {
  if (kind === 'reference') return `min(${id}_name)`;
  const derived = `upper(left("${id}", 1)) || replace(substr("${id}", 2), '-', ' ')`;
  const labels = Object.entries(valueLabels).map(
    ([value, label]) => `WHEN ${quoteLiteral(value)} THEN ${quoteLiteral(label)}`,
  );
  return labels.length > 0 ? `CASE "${id}" ${labels.join(' ')} ELSE ${derived} END` : derived;
};
