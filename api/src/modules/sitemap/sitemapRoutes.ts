import type { FastifyInstance, FastifyReply } from 'fastify';
import type { ApiConfig } from '../../config';
import type { Database } from '../../database/Database';
import { ShopError } from '../../http/ShopError';
import { CACHE } from '../../http/route';
import { findPostIds } from '../content/postsRepository';
import { countProducts, findCategorySlugs, findProductIds } from './sitemapRepository';
import { sitemapIndex, urlSet } from './sitemapXml';

/** The protocol allows 50,000 addresses in a file. */
const MAX_URLS = 40_000;
const PAGES = [
  '/',
  '/products',
  '/categories',
  '/shop/category',
  '/shop/brand',
  '/promotions',
  '/blog',
  '/about',
  '/contact',
  '/faq',
  '/features',
  '/terms',
  '/privacy',
  '/interest-based-ads',
  '/accessibility',
  '/sitemap',
];

interface SitemapContext {
  readonly database: Database;
  readonly config: Pick<ApiConfig, 'publicUrl'>;
}

/** Every public address of the shop for search engines: one file, or an index of several for a large catalogue. */
export const sitemapRoutes = (app: FastifyInstance, { database, config }: SitemapContext): void => {
  const absolute = (path: string): string => new URL(path, config.publicUrl).href;
  const send = (reply: FastifyReply, xml: string): FastifyReply =>
    reply.header('cache-control', CACHE.public).type('application/xml; charset=utf-8').send(xml);

  const pageUrls = async (): Promise<string[]> => {
    const [slugs, posts] = await Promise.all([findCategorySlugs(database), findPostIds(database)]);
    const categories = slugs.map((slug) => `/products/category/${encodeURIComponent(slug)}`);
    return [...PAGES, ...categories, ...posts.map((id) => `/blog/${encodeURIComponent(id)}`)].map(absolute);
  };
  const productUrls = async (file: number): Promise<string[]> =>
    (await findProductIds(database, file * MAX_URLS, MAX_URLS)).map((id) =>
      absolute(`/products/${encodeURIComponent(id)}`),
    );

  app.get('/api/sitemap.xml', { schema: { hide: true } }, async (_request, reply) => {
    const files = Math.ceil((await countProducts(database)) / MAX_URLS);
    if (files <= 1) return send(reply, urlSet([...(await pageUrls()), ...(await productUrls(0))]));
    return send(
      reply,
      sitemapIndex([
        absolute('/sitemaps/pages.xml'),
        ...Array.from({ length: files }, (_, file) => absolute(`/sitemaps/products-${file + 1}.xml`)),
      ]),
    );
  });

  app.get('/api/sitemaps/pages.xml', { schema: { hide: true } }, async (_request, reply) =>
    send(reply, urlSet(await pageUrls())),
  );

  app.get<{ Params: { file: string } }>(
    '/api/sitemaps/products-:file(^\\d{1,4}).xml',
    { schema: { hide: true } },
    async ({ params }, reply) => {
      const urls = await productUrls(Number(params.file) - 1);
      if (urls.length === 0) throw new ShopError('NOT_FOUND');
      return send(reply, urlSet(urls));
    },
  );
};
