const MAX_SHOWN = 600;
/** Shown before the first difference of what is cut. */
const LEAD = 60;
/** Of a letter that takes two, where it was cut. */
const HALF_LETTERS = /^[\udc00-\udfff]|[\ud800-\udbff]$/g;

const findDifference = (a: string, b: string): number => {
  let index = 0;
  while (index < a.length && a[index] === b[index]) index += 1;
  return index;
};

/** Cuts long values around their first difference, so that a page of changes stays small and shows what differs. */
export const shortenChange = (before: string, after: string): { readonly before: string; readonly after: string } => {
  if (before.length <= MAX_SHOWN && after.length <= MAX_SHOWN) return { before, after };
  const start = before === '' || after === '' ? 0 : Math.max(0, findDifference(before, after) - LEAD);
  const cut = (text: string): string => {
    const part = text.slice(start, start + MAX_SHOWN);
    return `${start > 0 && text !== '' ? '…' : ''}${part.replace(HALF_LETTERS, '')}${start + MAX_SHOWN < text.length ? '…' : ''}`;
  };
  return { before: cut(before), after: cut(after) };
};
