import { escapeHtml } from '../../http/escapeHtml';

const NAMESPACE = 'http://www.sitemaps.org/schemas/sitemap/0.9';

const renderUrls = (root: string, item: string, urls: readonly string[]): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<${root} xmlns="${NAMESPACE}">${urls.map((url) => `<${item}><loc>${escapeHtml(url)}</loc></${item}>`).join('\n')}</${root}>\n`;

/** Renders a sitemap file. */
export const renderUrlSet = (urls: readonly string[]): string => renderUrls('urlset', 'url', urls);

/** Renders an index of sitemap files. */
export const renderSitemapIndex = (urls: readonly string[]): string => renderUrls('sitemapindex', 'sitemap', urls);
