import { createRecentList } from '@shop/shared/navigation/recentList';

const MAX_REMEMBERED = 5;

/** Ids of the products viewed in this browser. */
export const viewedProducts = createRecentList('shop.viewed', MAX_REMEMBERED);
