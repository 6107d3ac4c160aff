/** Addresses are compared without regard to case. */
export const normalizeEmail = (email: string): string => email.trim().toLowerCase();
