import Bowser from 'bowser';

const LONGEST_USER_AGENT = 512;

const BROWSERS: ReadonlySet<string> = new Set(Object.values(Bowser.BROWSER_MAP));
const SYSTEMS: ReadonlySet<string> = new Set(Object.values(Bowser.OS_MAP));
const known = (names: ReadonlySet<string>, name: string | undefined): string | undefined =>
  name !== undefined && names.has(name) ? name : undefined;

/**
 * "Chrome on Windows": what its owner recognizes a session by. Only names that are known: mails and lists show none
 * that a stranger made up.
 */
export const describeDevice = (userAgent: string | undefined): string => {
  if (!userAgent) return 'Unknown device';
  const { browser, os } = Bowser.parse(userAgent.slice(0, LONGEST_USER_AGENT));
  return [known(BROWSERS, browser.name) ?? 'Unknown browser', known(SYSTEMS, os.name)]
    .filter(Boolean)
    .join(' on ')
    .slice(0, 80);
};
