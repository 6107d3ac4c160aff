import { parseStorefrontHosts } from './storefrontHosts';

const SHOP = 'https://shop.example';
const refuse = (sentence: string): Error => new Error(sentence);

test('reads the origin of a storefront; without any, all are at the public URL', () => {
  expect(parseStorefrontHosts(['organic=https://furrow.example:8443'], SHOP, refuse)).toEqual({
    organic: 'https://furrow.example:8443',
  });
  expect(parseStorefrontHosts([], undefined, refuse)).toBeUndefined();
});

test.each([
  [['organic=https://furrow.example'], undefined, 'STOREFRONT_HOSTS needs a PUBLIC_URL.'],
  [['furrow=https://furrow.example'], SHOP, 'such as "organic", not "furrow"'],
  [['jewellery=https://oriel.example'], SHOP, 'such as "organic", not "jewellery"'],
  [['organic'], SHOP, 'organic needs an origin such as https://organic.example, not ""'],
  [['organic=furrow.example'], SHOP, 'not "furrow.example"'],
  [['organic=http://furrow.example'], SHOP, 'not "http://furrow.example"'],
  [['organic=https://furrow.example/shop'], SHOP, 'not "https://furrow.example/shop"'],
  [['organic=https://shop.example:8443'], SHOP, 'organic needs a hostname of its own'],
  [['organic=https://furrow.example', 'organic=https://furrow.example'], SHOP, 'organic needs a hostname of its own'],
])('refuses %j at %s', (items, publicUrl, sentence) => {
  expect(() => parseStorefrontHosts(items, publicUrl, refuse)).toThrow(sentence);
});
