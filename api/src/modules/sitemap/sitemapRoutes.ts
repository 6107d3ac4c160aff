import { storefronts, toStorefrontPath } from '@shop/contracts';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { ApiConfig } from '../../config';
import type { Readable } from '../../database/Database';
import { ShopError } from '../../http/ShopError';
import { CACHE } from '../../http/route';
import { countProducts, findCategorySlugs, findPostIds, findProductIds } from './sitemapRepository';
import { renderSitemapIndex, renderUrlSet } from './sitemapXml';

/** The protocol allows 50,000 URLs per file. */
const MAX_URLS = 40_000;
/** Pages that each storefront has, with its own content. */
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
  readonly reads: Readable;
  readonly config: Pick<ApiConfig, 'publicUrl'>;
}

/** Serves the sitemap: one file, or an index of several for a large catalog. */
export const sitemapRoutes = (app: FastifyInstance, { reads, config }: SitemapContext): void => {
  const toAbsoluteUrl = (path: string): string => new URL(path, config.publicUrl).href;
  const toPageUrl =
    (folder: string) =>
    (id: string): string =>
      toAbsoluteUrl(folder + encodeURIComponent(id));
  const sendXml = (reply: FastifyReply, xml: string): FastifyReply =>
    reply.header('cache-control', CACHE.public).type('application/xml; charset=utf-8').send(xml);

  const listPageUrls = async (): Promise<string[]> => {
    const [categories, posts] = await Promise.all([findCategorySlugs(reads), findPostIds(reads)]);
    return [
      ...PAGES.flatMap((path) => Object.values(storefronts).map(({ id }) => toAbsoluteUrl(toStorefrontPath(path, id)))),
      ...categories.map(toPageUrl('/products/category/')),
      ...posts.map(toPageUrl('/blog/')),
    ];
  };
  const listProductUrls = async (file: number): Promise<string[]> =>
    (await findProductIds(reads, file * MAX_URLS, MAX_URLS)).map(toPageUrl('/products/'));

  app.get('/api/sitemap.xml', { config: { access: 'anyone' }, schema: { hide: true } }, async (_request, reply) => {
    const files = Math.ceil((await countProducts(reads)) / MAX_URLS);
    if (files <= 1) return sendXml(reply, renderUrlSet([...(await listPageUrls()), ...(await listProductUrls(0))]));
    return sendXml(
      reply,
      renderSitemapIndex([
        toAbsoluteUrl('/sitemaps/pages.xml'),
        ...Array.from({ length: files }, (_, file) => toAbsoluteUrl(`/sitemaps/products-${file + 1}.xml`)),
      ]),
    );
  });

  app.get(
    '/api/sitemaps/pages.xml',
    { config: { access: 'anyone' }, schema: { hide: true } },
    async (_request, reply) => sendXml(reply, renderUrlSet(await listPageUrls())),
  );

  app.get<{ Params: { file: string } }>(
    '/api/sitemaps/products-:file(^\\d{1,4}).xml',
    { config: { access: 'anyone' }, schema: { hide: true } },
    async ({ params }, reply) => {
      const urls = await listProductUrls(Number(params.file) - 1);
      if (urls.length === 0) throw new ShopError('NOT_FOUND');
      return sendXml(reply, renderUrlSet(urls));
    },
  );
};
