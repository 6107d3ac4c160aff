import { escapeHtml } from '../../http/escapeHtml';

const NAMESPACE = 'http://www.sitemaps.org/schemas/sitemap/0.9';

const list = (root: string, item: string, urls: readonly string[]): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<${root} xmlns="${NAMESPACE}">${urls.map((url) => `<${item}><loc>${escapeHtml(url)}</loc></${item}>`).join('\n')}</${root}>\n`;

/** A file of the sitemap protocol with these addresses. */
export const urlSet = (urls: readonly string[]): string => list('urlset', 'url', urls);

/** A file that names other files of addresses. */
export const sitemapIndex = (urls: readonly string[]): string => list('sitemapindex', 'sitemap', urls);
