interface RecentList {
  readonly read: () => string[];
  readonly add: (entry: string) => void;
  readonly clear: () => void;
}

/** A list in this browser's storage, newest first, without duplicates; empty if storage is blocked or invalid. */
export const createRecentList = (key: string, maxLength: number): RecentList => {
  const read = (): string[] => {
    try {
      const stored: unknown = JSON.parse(localStorage.getItem(key) ?? '[]');
      return Array.isArray(stored)
        ? stored.filter((entry): entry is string => typeof entry === 'string').slice(0, maxLength)
        : [];
    } catch {
      return [];
    }
  };
  const write = (entries: readonly string[]): void => {
    try {
      localStorage.setItem(key, JSON.stringify(entries.slice(0, maxLength)));
    } catch {
      // Storage is blocked or full: nothing is stored.
    }
  };
  return {
    read,
    add: (entry) => write([entry, ...read().filter((known) => known !== entry)]),
    clear: () => write([]),
  };
};

const MAX_SEARCHES = 5;

/** What was searched and found in a storefront. */
export const recentSearches = (storefront: string): RecentList =>
  createRecentList(`shop.searches.${storefront}`, MAX_SEARCHES);
