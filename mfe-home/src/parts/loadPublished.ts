import type { ContentKey } from '@shop/contracts';
import { selectStorefront, type ShopStore } from '@shop/shared/state';
import { fetchPublished } from './publishedSlice';

const EVERY_STORE = 'every-store';
const COMMON: readonly ContentKey[] = ['terms', 'privacy', 'interest-based-ads', 'accessibility'];

/** Whose document it is in a storefront: the texts of the law are those of all. */
export const findOwner = (key: ContentKey, slug: ReturnType<typeof selectStorefront>['slug']) =>
  COMMON.includes(key) ? EVERY_STORE : slug;

/** Loads a page that staff have published, or the draft that the address has the key of. Otherwise, it does nothing. */
export const loadPublished = async (store: ShopStore, key: ContentKey, url: string): Promise<void> => {
  const { slug, published } = selectStorefront(store.getState());
  const draft = new URL(url).searchParams.get('draft');
  if (draft === null && published?.[key] === undefined) return;
  await store.dispatch(fetchPublished({ store: findOwner(key, slug), key, draft }));
};
