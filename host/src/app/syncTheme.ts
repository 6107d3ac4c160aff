import { selectStorefront, type ShopStore } from '@shop/shared/state';

const setLinkHref = (rel: string, href: string): void =>
  document.querySelector(`link[rel="${rel}"]`)?.setAttribute('href', href);

/**
 * Keeps <html data-storefront>, theme color, icon and manifest in sync with the storefront. The server sets their
 * initial values.
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
  // Once the navigation has started: the router reads the scroll position, for which the page would be laid out in the
  // new theme before the first request is sent.
  store.subscribe(() => queueMicrotask(apply));
};
