/** Messages for failures without a reason from the server (product.md 12.2). The first page does without them. */
export const BRANDS_FAILURE = 'Failed to fetch brands';
export const CATEGORY_PRODUCTS_FAILURE = 'Failed to fetch category products';
export const CATEGORIES_WITH_PRODUCTS_FAILURE = 'Failed to fetch categories with products';
export const TRENDING_FAILURE = 'Failed to fetch trending products';
export const POSTS_FAILURE = 'Failed to fetch posts';
