import { selectStorefront, type ShopStore } from '@shop/shared/state';

/** Keeps <html data-store> and the browser's theme colour with the storefront; the server sets both for the first paint. */
export const syncTheme = (store: ShopStore): void => {
  let shown: string | undefined = document.documentElement.dataset['store'];
  const apply = (): void => {
    const { id, theme } = selectStorefront(store.getState());
    if (id === shown) return;
    shown = id;
    document.documentElement.dataset['store'] = id;
    document.querySelector('meta[name="theme-color"]')?.setAttribute('content', theme.backgroundColor);
  };
  apply();
  store.subscribe(apply);
};
