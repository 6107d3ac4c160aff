const KEY = 'shop.viewed';
const MAX_REMEMBERED = 5;

/**
 * Ids of the products looked at in this browser, the last one first; none where storage is blocked or holds something
 * else.
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
    // blocked or full: nothing is remembered
  }
};
