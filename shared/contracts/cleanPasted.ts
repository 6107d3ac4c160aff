/** What people paste from mails, contacts and documents brings characters along that nobody sees or types. */

/** Marks of direction, zero-width spaces, soft hyphens: they change neither letters nor emoji. */
const INVISIBLE = /[\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff]/g;
const SPACES = /[\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]/g;
const DASHES = /[\u2010-\u2015\u2212\ufe58\ufe63]/g;
/** They join letters of some scripts, and emoji; in a code there are none. */
const JOINERS = /[\u200c\u200d]/g;

/** Returns a text without invisible characters, and with plain spaces. Its dashes, letters and emoji stay. */
export const cleanText = (text: string): string => text.replace(INVISIBLE, '').replace(SPACES, ' ');

/**
 * Returns what has one plain spelling, such as a phone number, an email address or a code: without invisible characters
 * and outer spaces, with plain spaces, hyphens, digits and letters instead of typographic or full-width ones.
 */
export const cleanCode = (text: string): string =>
  cleanText(text).normalize('NFKC').replace(JOINERS, '').replace(DASHES, '-').trim();

/** The keyword of schemas that says how the server cleans a text before it is checked. */
export const CLEANED = 'x-cleaned';
export const CLEANERS = { text: cleanText, code: cleanCode } as const;
