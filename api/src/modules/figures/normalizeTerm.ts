const MAX_TERM_LENGTH = 60;
/** As many are a phone number, a card, or the number of an order. */
const MAX_DIGITS = 5;

/**
 * Returns a search as it is counted: in lowercase, with single spaces. Undefined if it is too long, has no letter, or
 * may be about a person: an email address or a number.
 */
export const normalizeTerm = (q: string): string | undefined => {
  const term = q
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[\p{C}\s]+/gu, ' ')
    .trim();
  const digits = term.match(/\p{N}/gu)?.length ?? 0;
  const isTerm = term.length <= MAX_TERM_LENGTH && /\p{L}/u.test(term) && !term.includes('@') && digits <= MAX_DIGITS;
  return isTerm ? term : undefined;
};
