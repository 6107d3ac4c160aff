import type { ContentKey } from '@shop/contracts';
import { selectStorefront, type ShopStore } from '@shop/shared/state';
import type { Asked } from './publishedSlice';

const COMMON: readonly ContentKey[] = ['terms', 'privacy', 'interest-based-ads', 'accessibility'];

/** Whose document it is in a storefront: the texts of the law are those of all. */
export const findOwner = (key: ContentKey, slug: ReturnType<typeof selectStorefront>['slug']) =>
  COMMON.includes(key) ? 'every-store' : slug;

/** Fetches a document with code that is loaded for it. */
export const readPublished = async ({ dispatch }: Pick<ShopStore, 'dispatch'>, asked: Asked): Promise<void> => {
  const { fetchPublished } = await import(/* webpackChunkName: "published" */ './fetchPublished');
  await dispatch(fetchPublished(asked));
};

/** Loads a page that staff have published, or the draft that the address has the key of. Otherwise, it does nothing. */
export const loadPublished = async (store: ShopStore, key: ContentKey, url: string): Promise<void> => {
  const { slug, published } = selectStorefront(store.getState());
  const draft = new URL(url).searchParams.get('draft');
  if (draft === null && published?.[key] === undefined) return;
  await readPublished(store, { store: findOwner(key, slug), key, draft });
};
