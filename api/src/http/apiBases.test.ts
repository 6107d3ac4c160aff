import { resolveApiBase } from '@shop/contracts';
import { buildTestApp } from '../testing/testApp';
import { openTestDatabase } from '../testing/testDatabase';

test.each([
  ['/api/organic/brands', '/api/brands?store=organic-store'],
  ['/api/jewellery/products?q=a%20b&page=2', '/api/products?store=jewellery-store&q=a%20b&page=2'],
  ['/api/organic/products?store=jewellery-store&q=?', '/api/products?store=organic-store&q=?'],
  ['/api/organic', '/api/organic'],
  ['/api/organically/brands', '/api/organically/brands'],
  ['/api/products?q=/api/organic/', '/api/products?q=/api/organic/'],
])('%s is answered by %s (product 11.7)', (url, answering) => {
  expect(resolveApiBase(url)).toBe(answering);
});

test("calls to a storefront's own address answer for that storefront (product 1.8, 11.7)", async () => {
  const database = await openTestDatabase('PGlite');
  const app = await buildTestApp(database);
  const read = async (url: string): Promise<string> => (await app.inject({ url })).body;
  for (const call of ['categories', 'brands', 'products?sort=newest'])
    for (const [base, slug] of [
      ['jewellery', 'jewellery-store'],
      ['organic', 'organic-store'],
    ]) {
      const expected = await read(`/api/${call}${call.includes('?') ? '&' : '?'}store=${slug}`);
      expect(expected).toContain('true');
      expect(await read(`/api/${base}/${call}`)).toBe(expected);
    }
  expect((await app.inject({ url: '/api/organic/nothing' })).statusCode).toBe(404);
  await app.close();
  await database.close();
}, 60_000);
