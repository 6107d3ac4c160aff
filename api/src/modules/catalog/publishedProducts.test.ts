import fs from 'node:fs';
import path from 'node:path';
import ts from 'typescript';

const root = path.resolve(__dirname, '../../../..');
const NAMES_PRODUCTS = /\b(?:FROM|JOIN|UPDATE|INTO)\s+products\b/g;
/** A product that is not published is in no facet cell. */
const ASKS = /status (?:=|<>) 'published'|facet_cell_id/g;

/** Statements that may meet products that are not published, by file, with how many parts of them do not ask. */
const EXCEPTIONS: Readonly<Record<string, { readonly parts: number; readonly why: string }>> = {
  'api/src/modules/catalog/productsImportRepository.ts': { parts: 9, why: 'what a merchant imports and exports' },
  'api/src/modules/catalog/desk/productDeskRepository.ts': { parts: 6, why: 'what staff see and change' },
  'api/src/modules/catalog/groups/groupsRepository.ts': { parts: 1, why: 'a category of a draft cannot be deleted' },
  'api/src/modules/catalog/groups/moveProducts.ts': { parts: 1, why: 'drafts follow their category, too' },
  'api/src/modules/catalog/desk/productPageRepository.ts': { parts: 3, why: 'what staff see and change' },
  'api/src/modules/catalog/ListingTerms.ts': { parts: 1, why: 'each listing joins it with its facet cells' },
  'api/src/modules/catalog/buildListingSql.ts': { parts: 1, why: 'columns of the products that a listing has found' },
  'api/src/modules/catalog/topProductsRepository.ts': { parts: 1, why: 'columns of products that are chosen before' },
  'api/src/modules/catalog/recognizeSku.ts': { parts: 1, why: 'the statement around it asks' },
  'api/src/modules/catalog/suggestRepository.ts': { parts: 1, why: 'columns of products that are chosen before' },
  'api/src/modules/catalog/findStorefrontOfProduct.ts': { parts: 1, why: 'which storefront a mail is from' },
  'api/src/modules/sitemap/sitemapRepository.ts': { parts: 1, why: 'takes those that are not published away' },
  'api/src/modules/orders/stockRepository.ts': { parts: 3, why: 'pieces that come back, and the stock that staff see' },
  'api/src/modules/orders/orderDeskRepository.ts': { parts: 2, why: 'what has been ordered' },
  'api/src/modules/orders/ordersRepository.ts': { parts: 1, why: 'what has been ordered' },
  'api/src/modules/orders/boughtProductsRepository.ts': { parts: 1, why: 'what has been bought' },
  'api/src/modules/reviews/reviewsRepository.ts': { parts: 3, why: 'votes, and what staff decide about' },
  'api/src/modules/reviews/reviewDeskRepository.ts': { parts: 2, why: 'what staff decide about' },
  'api/src/modules/figures/figuresRepository.ts': { parts: 2, why: 'what has been sold' },
  'api/src/modules/coupons/couponsRepository.ts': { parts: 1, why: 'a coupon may wait for a product' },
};

const listFiles = (folder: string): string[] =>
  fs.readdirSync(path.join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const name = `${folder}/${entry.name}`;
    if (entry.isDirectory()) return listFiles(name);
    return /(?<!\.test)\.ts$/.test(entry.name) ? [name] : [];
  });

/** Texts of a file's strings. A template is one text. */
const readTexts = (file: string): string[] => {
  const source = ts.createSourceFile(file, fs.readFileSync(path.join(root, file), 'utf8'), ts.ScriptTarget.Latest);
  const texts: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node) || ts.isTemplateExpression(node))
      texts.push(node.getText(source));
    else ts.forEachChild(node, visit);
  };
  visit(source);
  return texts;
};

const countMatches = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0;

test('every statement of the shop asks whether a product is published, but for those that are known (product 4.16)', () => {
  const found = listFiles('api/src/modules').flatMap((file) => {
    const parts = readTexts(file)
      .map((text) => countMatches(text, NAMES_PRODUCTS) - countMatches(text, ASKS))
      .filter((left) => left > 0)
      .reduce((sum, left) => sum + left, 0);
    return parts > 0 ? [[file, parts] as const] : [];
  });
  expect(Object.fromEntries(found)).toEqual(
    Object.fromEntries(Object.entries(EXCEPTIONS).map(([file, { parts }]) => [file, parts])),
  );
});
