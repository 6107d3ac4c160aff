/** Parses a query string. Values of a repeated name are joined: `?color=white&color=yellow` gives `white,yellow`. */
export const parseQuery = (query: string): Record<string, string> => {
  const values: Record<string, string> = {};
  for (const [name, value] of new URLSearchParams(query))
    values[name] = Object.hasOwn(values, name) ? `${values[name]},${value}` : value;
  return values;
};
