/** Addresses are compared without regard to case. */
export const normalizeEmail = (email: string): string => email.trim().toLowerCase();

const GMAIL = new Set(['gmail.com', 'googlemail.com']);

/**
 * The mailbox that an address delivers to, as far as its spelling tells: without `+tag`, at Gmail without dots. For limits only. An
 * account is its exact address: another provider may deliver two spellings to two people.
 */
export const mailboxOf = (email: string): string => {
  const address = normalizeEmail(email);
  const at = address.lastIndexOf('@');
  const [local = '', domain] = [address.slice(0, at).split('+', 1)[0], address.slice(at + 1)];
  return GMAIL.has(domain) ? `${local.replaceAll('.', '')}@gmail.com` : `${local}@${domain}`;
};
