/** Addresses are compared without regard to case. */
export const normalizeEmail = (email: string): string => email.trim().toLowerCase();

/** Providers that deliver to the same mailbox whatever dots stand before the @, by the name they are counted under. */
const PROVIDERS_IGNORING_DOTS: Readonly<Record<string, string>> = { 'gmail.com': 'gmail.com', 'googlemail.com': 'gmail.com' };

/** The mailbox that spellings of an address most likely share: without a +tag, and without dots where its provider ignores them. A key for limits only, never for identity. */
export const mailboxOf = (email: string): string => {
  const address = normalizeEmail(email);
  const at = address.lastIndexOf('@');
  const [name = ''] = address.slice(0, at).split('+');
  const domain = address.slice(at + 1);
  const provider = Object.hasOwn(PROVIDERS_IGNORING_DOTS, domain) ? PROVIDERS_IGNORING_DOTS[domain] : undefined;
  return provider === undefined ? `${name}@${domain}` : `${name.replaceAll('.', '')}@${provider}`;
};
