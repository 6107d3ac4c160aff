/** Email addresses are case-insensitive. */
export const normalizeEmail = (email: string): string => email.trim().toLowerCase();

/** Providers that ignore dots before the @, mapped to their canonical domain. */
const PROVIDERS_IGNORING_DOTS: Readonly<Record<string, string>> = {
  'gmail.com': 'gmail.com',
  'googlemail.com': 'gmail.com',
  'proton.me': 'proton.me',
  'protonmail.com': 'proton.me',
  'pm.me': 'proton.me',
};

/**
 * Returns the mailbox that an address most likely delivers to: without `+tag`, and without dots if its provider ignores
 * them. Use it for limits only: accounts have exact addresses, because spellings may belong to different people.
 */
export const toMailbox = (email: string): string => {
  const address = normalizeEmail(email);
  const at = address.lastIndexOf('@');
  const [local = ''] = address.slice(0, at).split('+', 1);
  const domain = address.slice(at + 1);
  const provider = Object.hasOwn(PROVIDERS_IGNORING_DOTS, domain) ? PROVIDERS_IGNORING_DOTS[domain] : undefined;
  return provider === undefined ? `${local}@${domain}` : `${local.replaceAll('.', '')}@${provider}`;
};
