const WORD = /[^\s<>"']+/g;
const hideEmail = (word: string): string => (/[^@]@[^@]/.test(word) ? '[…]' : word);
const QUERY = /\?\S*/g;
/** Numbers of orders and phones, codes, tokens: whatever is long or has many digits in it. */
const NUMBERISH = /\b(?=\w*\d)[\w-]{6,}\b/g;

/** An error's message as a log may have it: what could be a shopper's is gone, the sentence stays. */
export const withoutPersonalParts = (message: string): string =>
  message.replace(WORD, hideEmail).replace(QUERY, '?[…]').replace(NUMBERISH, '[…]');
