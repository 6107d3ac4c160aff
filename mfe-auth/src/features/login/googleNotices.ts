/** Texts for the `?google=` parameter of a failed sign-in with Google. */
const GOOGLE_NOTICES: Readonly<Record<string, string>> = {
  'address-taken':
    'An account with this email address already exists. Log in to it, then connect Google in your account.',
  'address-unverified': 'Google has not verified this email address. Verify it there first, or create an account here.',
  unavailable: 'Google cannot be reached right now. Please try again, or log in another way.',
  failed: 'The sign-in with Google was not completed. Please try again.',
};

export const googleNotice = (outcome: string | null): string | undefined =>
  outcome === null ? undefined : (GOOGLE_NOTICES[outcome] ?? GOOGLE_NOTICES['failed']);
