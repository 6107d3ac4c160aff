import { render } from '@testing-library/react';
import type { ComponentProps } from 'react';
import { Provider } from 'react-redux';
import { createShopStore, siteRead, storefrontEntered } from '../state';
import type { StorefrontId } from '@shop/contracts/storefronts';
import { createFakeServices } from '../testing';
import { PageMeta } from './PageMeta';

const renderMeta = (props: ComponentProps<typeof PageMeta>, storefront: StorefrontId = 'jewellery') => {
  const store = createShopStore({ services: createFakeServices() });
  store.dispatch(siteRead({ origin: 'https://shop.example' }));
  store.dispatch(storefrontEntered(storefront));
  render(
    <Provider store={store}>
      <PageMeta {...props} />
    </Provider>,
  );
};
const readMeta = (name: string): string | null | undefined =>
  document.querySelector(`meta[name="${name}"], meta[property="${name}"]`)?.getAttribute('content');
const readCanonical = (): string | null | undefined =>
  document.querySelector('link[rel="canonical"]')?.getAttribute('href');

test('a page has a title, description, canonical URL and OpenGraph data (product 15.3)', () => {
  renderMeta({
    title: 'About',
    description: 'Who we are',
    canonicalPath: '/about',
    image: '/media/a.4861fd1d-640.webp',
  });
  expect(document.title).toBe('About | Oriel');
  expect(readCanonical()).toBe('https://shop.example/about');
  expect(
    Object.fromEntries(
      ['description', 'og:url', 'og:site_name', 'og:title', 'og:type', 'og:description', 'og:image'].map((name) => [
        name,
        readMeta(name),
      ]),
    ),
  ).toEqual({
    description: 'Who we are',
    'og:url': 'https://shop.example/about',
    'og:site_name': 'Oriel',
    'og:title': 'About | Oriel',
    'og:type': 'website',
    'og:description': 'Who we are',
    'og:image': 'https://shop.example/media/a.4861fd1d-1200.jpg',
  });
});

test('a page without a picture of its own is shared with the picture of its storefront (product 15.3)', () => {
  renderMeta({ title: 'FAQ', canonicalPath: '/faq' }, 'organic');
  expect(readMeta('og:image')).toBe('https://shop.example/icons/organic-share.jpg');
  expect([readMeta('og:image:width'), readMeta('og:image:height')]).toEqual(['1200', '630']);
});

test.each([
  ['jewellery', true, 'https://shop.example/about'],
  ['organic', true, 'https://shop.example/about?store=organic'],
  ['organic', false, 'https://shop.example/about'],
] as const)('in %s a page that each storefront has (%s) is canonical as %s (product 1.2)', (storefront, each, url) => {
  renderMeta({ title: 'About', canonicalPath: '/about', isInEachStorefront: each }, storefront);
  expect(readCanonical()).toBe(url);
});

test('a private page is not indexed and has no canonical URL', () => {
  renderMeta({ title: 'Cart', noIndex: true });
  expect(readMeta('robots')).toBe('noindex');
  expect(readCanonical()).toBeUndefined();
});
