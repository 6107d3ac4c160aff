import Bowser from 'bowser';

const LONGEST_USER_AGENT = 512;

/** "Chrome on Windows": what its owner recognises a session by. */
export const describeDevice = (userAgent: string | undefined): string => {
  if (!userAgent) return 'Unknown device';
  const { browser, os } = Bowser.parse(userAgent.slice(0, LONGEST_USER_AGENT));
  return [browser.name ?? 'Unknown browser', os.name].filter(Boolean).join(' on ').slice(0, 80);
};
