const keyOf = (productId: string): string => `shop.review.${productId}`;

/** What was written before signing in or a reload of this tab; '' where nothing was, or where storage is blocked. */
export const readDraft = (productId: string): string => {
  try {
    return sessionStorage.getItem(keyOf(productId)) ?? '';
  } catch {
    return '';
  }
};

/** Keeps a comment that is being written; '' forgets it. */
export const keepDraft = (productId: string, comment: string): void => {
  try {
    if (comment === '') sessionStorage.removeItem(keyOf(productId));
    else sessionStorage.setItem(keyOf(productId), comment);
  } catch {
    // blocked or full: the comment lives on in this page
  }
};
