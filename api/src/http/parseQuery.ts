/**
 * A repeated name adds to its values, as several values of one facet do: `?color=white&color=yellow` is `white,yellow`.
 */
export const parseQuery = (query: string): Record<string, string> => {
  const values: Record<string, string> = {};
  for (const [name, value] of new URLSearchParams(query))
    values[name] = Object.hasOwn(values, name) ? `${values[name]},${value}` : value;
  return values;
};
