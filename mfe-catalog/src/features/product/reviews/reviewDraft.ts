const buildStorageKey = (productId: string): string => `shop.review.${productId}`;

/** Reads the draft from before signing in or reloading this tab; '' if there is none or storage is blocked. */
export const readDraft = (productId: string): string => {
  try {
    return sessionStorage.getItem(buildStorageKey(productId)) ?? '';
  } catch {
    return '';
  }
};

/** Stores the draft of a comment; '' removes it. */
export const keepDraft = (productId: string, comment: string): void => {
  try {
    if (comment === '') sessionStorage.removeItem(buildStorageKey(productId));
    else sessionStorage.setItem(buildStorageKey(productId), comment);
  } catch {
    // Storage is blocked or full: the draft lasts only as long as the page.
  }
};
