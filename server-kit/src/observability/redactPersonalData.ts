const WORD = /[^\s<>"']+/g;
const hideEmail = (word: string): string => (/[^@]@[^@]/.test(word) ? '[…]' : word);
const QUERY = /\?\S*/g;
/** Order numbers, phone numbers, codes and tokens: words that are long or contain digits. */
const IDENTIFIER = /\b(?=\w*\d)[\w-]{6,}\b/g;

/** Removes from an error message what could be personal data; the sentence stays readable. */
export const redactPersonalData = (message: string): string =>
  message.replace(WORD, hideEmail).replace(QUERY, '?[…]').replace(IDENTIFIER, '[…]');
