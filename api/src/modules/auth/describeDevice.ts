import Bowser from 'bowser';

const MAX_USER_AGENT_LENGTH = 512;

const BROWSERS: ReadonlySet<string> = new Set(Object.values(Bowser.BROWSER_MAP));
const SYSTEMS: ReadonlySet<string> = new Set(Object.values(Bowser.OS_MAP));
const findKnownName = (names: ReadonlySet<string>, name: string | undefined): string | undefined =>
  name !== undefined && names.has(name) ? name : undefined;

/** Describes a user agent such as "Chrome on Windows". Unknown names are dropped: an attacker may have chosen them. */
export const describeDevice = (userAgent: string | undefined): string => {
  if (!userAgent) return 'Unknown device';
  const { browser, os } = Bowser.parse(userAgent.slice(0, MAX_USER_AGENT_LENGTH));
  return [findKnownName(BROWSERS, browser.name) ?? 'Unknown browser', findKnownName(SYSTEMS, os.name)]
    .filter(Boolean)
    .join(' on ')
    .slice(0, 80);
};
