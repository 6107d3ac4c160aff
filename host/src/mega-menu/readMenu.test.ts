import { storefronts } from '@shop/contracts/storefronts';
import { storefrontLayouts } from '@shop/shared/storefronts/layouts';
import { readMenu } from './readMenu';

const rings = { category: 'rings', searches: [{ label: 'Gold', q: 'gold ring' }] };
const read = (menu: Readonly<Record<string, unknown>>) =>
  readMenu({ ...storefronts.jewellery, menu }, storefrontLayouts.jewellery.menu);

test.each([
  ['without a picture', { title: 'New', href: '/products' }],
  ['with a picture of another kind', { title: 'New', href: '/products', picture: null }],
  ['that is text', 'New'],
])('a promotion %s, of another release, is left out of the menu (product 19.4)', (_what, promotion) => {
  expect(read({ columns: [rings], promotion })).toEqual({ columns: [rings] });
});

test('a menu that staff publish without a promotion has that of the design (product 19.19)', () => {
  const { promotion } = readMenu(storefronts.jewellery, storefrontLayouts.jewellery.menu);
  expect(promotion).toMatchObject({ title: 'New collection' });
  expect(read({ columns: [rings] })).toEqual({ columns: [rings], promotion });
});

test.each([[[null]], [[{ category: 'rings' }]], ['rings']])(
  'columns of another release, as %j, are those of the design (product 19.4)',
  (columns) => {
    expect(read({ columns }).columns).toEqual(storefrontLayouts.jewellery.menu.columns);
  },
);
