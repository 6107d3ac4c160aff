import { storefronts } from '@shop/shared/storefronts';
import { homeData } from './homeData';

test('search engines get the site, its search and who runs it, for each storefront', () => {
  expect(homeData(storefronts.jewellery, 'https://shop.example')).toMatchObject({
    '@graph': [
      {
        '@type': 'WebSite',
        url: 'https://shop.example/',
        potentialAction: { target: 'https://shop.example/products?q={q}' },
      },
      { '@type': 'Organization', name: 'Oriel' },
    ],
  });
  expect(homeData(storefronts.organic, 'https://shop.example')).toMatchObject({
    '@graph': [
      {
        url: 'https://shop.example/?store=organic',
        potentialAction: { target: 'https://shop.example/products?q={q}&store=organic' },
      },
      { name: 'Furrow', url: 'https://shop.example/?store=organic' },
    ],
  });
});
