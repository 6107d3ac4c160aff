/** Addresses are compared without regard to case. */
export const normalizeEmail = (email: string): string => email.trim().toLowerCase();

/** Providers that deliver to the same mailbox whatever dots stand before the @, by the name they are counted under. */
const PROVIDERS_IGNORING_DOTS: Readonly<Record<string, string>> = {
  'gmail.com': 'gmail.com',
  'googlemail.com': 'gmail.com',
  'proton.me': 'proton.me',
  'protonmail.com': 'proton.me',
  'pm.me': 'proton.me',
};

/**
 * The mailbox that an address most likely delivers to: without `+tag`, and without dots where its provider ignores
 * them. For limits only: an account is its exact address, for elsewhere two spellings may be two people.
 */
export const mailboxOf = (email: string): string => {
  const address = normalizeEmail(email);
  const at = address.lastIndexOf('@');
  const [local = ''] = address.slice(0, at).split('+', 1);
  const domain = address.slice(at + 1);
  const provider = Object.hasOwn(PROVIDERS_IGNORING_DOTS, domain) ? PROVIDERS_IGNORING_DOTS[domain] : undefined;
  return provider === undefined ? `${local}@${domain}` : `${local.replaceAll('.', '')}@${provider}`;
};
