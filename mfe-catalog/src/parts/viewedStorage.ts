const KEY = 'shop.viewed';
const MAX_REMEMBERED = 5;

/**
 * Ids of the products viewed in this browser, most recent first; empty if storage is blocked or invalid.
 */
export const readViewed = (): string[] => {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(kept)
      ? kept.filter((id): id is string => typeof id === 'string').slice(0, MAX_REMEMBERED)
      : [];
  } catch {
    return [];
  }
};

export const rememberViewed = (id: string): void => {
  try {
    localStorage.setItem(
      KEY,
      JSON.stringify([id, ...readViewed().filter((known) => known !== id)].slice(0, MAX_REMEMBERED)),
    );
  } catch {
    // Storage is blocked or full: nothing is stored.
  }
};
