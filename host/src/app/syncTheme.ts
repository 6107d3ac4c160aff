import { selectStorefront, type ShopStore } from '@shop/shared/state';

const setLinkHref = (rel: string, href: string): void =>
  document.querySelector(`link[rel="${rel}"]`)?.setAttribute('href', href);

/**
 * Keeps <html data-storefront>, theme colour, icon and manifest with the storefront; the server sets all for the first
 * paint.
 */
export const syncTheme = (store: ShopStore): void => {
  let applied: string | undefined = document.documentElement.dataset['storefront'];
  const apply = (): void => {
    const { id, theme } = selectStorefront(store.getState());
    if (id === applied) return;
    applied = id;
    document.documentElement.dataset['storefront'] = id;
    document.querySelector('meta[name="theme-color"]')?.setAttribute('content', theme.backgroundColor);
    setLinkHref('icon', `/icons/${id}.svg`);
    setLinkHref('apple-touch-icon', `/icons/${id}-180.png`);
    setLinkHref('manifest', `/manifest.webmanifest?store=${id}`);
  };
  apply();
  store.subscribe(apply);
};
