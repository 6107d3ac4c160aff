import fs from 'node:fs';
import path from 'node:path';
import { integrityOf } from '@shop/federation/registry';
import { storefronts, type StorefrontId } from '@shop/shared/storefronts';
import { PAGE_DATA_ID, type PageData } from '../../src/app/PageData';
import type { HostAssets } from '../HostAssets';
import type { LiveRemote } from '../releases/LiveComposition';

export interface HtmlPage {
  readonly storefront: StorefrontId;
  /** Rendered markup, '' for the shell that the browser fills. */
  readonly html: string;
  readonly data: PageData;
  readonly assets: HostAssets;
  /** The remote whose files this page needs at once. */
  readonly remote: LiveRemote | undefined;
  /** What the page's routes load beyond the remote's own files. */
  readonly chunks: readonly string[];
  /** Of a remote of a dev server: URLs. */
  readonly devStyles?: readonly string[];
  /** What is told to who develops the page's remote. */
  readonly problem?: string | undefined;
}

const escapeAttribute = (value: string): string =>
  value.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');

/** JSON that cannot end its script element or be read as markup. */
const escapeJson = (value: unknown): string =>
  JSON.stringify(value).replaceAll('<', '\\u003c').replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029');

/** React puts <title>, <meta> and <link> before the markup they were rendered with: their place is the head. */
const HOISTED = /^(?:<title>[^<]*<\/title>|<meta [^>]*>|<link [^>]*>)+/;

const splitHoisted = (html: string): { head: string; body: string } => {
  const head = HOISTED.exec(html)?.[0] ?? '';
  return { head, body: html.slice(head.length) };
};

/** What another team released is used only as it was released. */
const formatIntegrity = (integrity: string): string => ` integrity="${escapeAttribute(integrity)}"`;
const preloadFont = (href: string): string =>
  `<link rel="preload" as="font" href="${escapeAttribute(href)}" type="font/woff2" crossorigin>`;
/** What is seen comes before what makes it move: scripts wait for pictures, styles and fonts. */
const preloadScript = (href: string, integrity: string): string =>
  `<link rel="preload" as="script" href="${escapeAttribute(href)}"${formatIntegrity(integrity)} fetchpriority="low">`;
/** The tab's picture, in the page itself: no request, and none for /favicon.ico. */
const readIcon = (storefront: StorefrontId): string =>
  `<link rel="icon" type="image/svg+xml" href="data:image/svg+xml,${encodeURIComponent(fs.readFileSync(path.join(__dirname, `../icons/${storefront}.svg`), 'utf8').trim())}">`;
const icons: Readonly<Record<StorefrontId, string>> = {
  jewellery: readIcon('jewellery'),
  organic: readIcon('organic'),
};
/** Readable by the page's scripts, which ask whether it has come. */
const linkDevStylesheet = (href: string): string =>
  `<link rel="stylesheet" href="${escapeAttribute(href)}" crossorigin>`;
const linkStylesheet = (href: string, integrity?: string): string =>
  `<link rel="stylesheet" href="${escapeAttribute(href)}"${integrity ? formatIntegrity(integrity) : ''}>`;

/**
 * For whoever looks at a release that is not live: which it is, and the way back. Outside of the app, so that it is
 * there whatever the release does.
 */
const renderOverridesNote = ({ composition }: PageData, problem: string | undefined): string => {
  const overridden = Object.entries(composition).filter(([, { isOverride }]) => isOverride);
  if (overridden.length === 0) return '';
  const lines = overridden.map(
    ([remote, { version }]) =>
      `<li>${escapeAttribute(remote)} <b>${escapeAttribute(version)}</b> <a href="?remote.${escapeAttribute(remote)}=live">Back to live</a></li>`,
  );
  return `<aside class="remote-overrides" aria-label="Releases that are not live"><ul>${lines.join('')}${problem === undefined ? '' : `<li>${escapeAttribute(problem)}</li>`}</ul></aside>`;
};

/** The whole page: everything it needs is named in it, so the browser fetches all of that in one step. */
export const buildHtmlDocument = ({
  storefront,
  html,
  data,
  assets,
  remote,
  chunks,
  devStyles = [],
  problem,
}: HtmlPage): string => {
  const { head, body } = splitHoisted(html);
  const { name, tagline, theme } = storefronts[storefront];
  const linkReleaseFiles = (files: readonly string[], toTag: (href: string, integrity: string) => string): string[] =>
    remote ? files.map((file) => toTag(remote.urlBase + file, integrityOf(remote.release, file))) : [];
  const routeChunks = chunks.flatMap((chunk) => remote?.release.web.chunks[chunk] ?? []);
  return [
    `<!doctype html><html lang="en" data-storefront="${storefront}"><head><meta charset="utf-8">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<meta name="theme-color" content="${theme.backgroundColor}">`,
    head || `<title>${name} | ${tagline}</title>`,
    ...assets.styles.map((href) => linkStylesheet(href)),
    ...linkReleaseFiles(
      [...(remote?.release.web.styles ?? []), ...routeChunks.flatMap(({ styles }) => styles)],
      linkStylesheet,
    ),
    ...devStyles.map(linkDevStylesheet),
    ...assets.fonts[storefront].map(preloadFont),
    ...assets.scripts.map((src) => `<script src="${escapeAttribute(src)}" defer fetchpriority="low"></script>`),
    ...linkReleaseFiles(
      remote
        ? [remote.release.web.entry, ...remote.release.web.scripts, ...routeChunks.flatMap(({ scripts }) => scripts)]
        : [],
      preloadScript,
    ),
    icons[storefront],
    `<link rel="manifest" href="/manifest.webmanifest?store=${storefront}"><link rel="apple-touch-icon" href="/icons/${storefront}-180.png">`,
    '</head><body>',
    `<div id="root">${body}</div>`,
    renderOverridesNote(data, problem),
    '<noscript><p>This page could not be rendered without JavaScript just now. Please reload it.</p></noscript>'.repeat(
      body === '' ? 1 : 0,
    ),
    `<script type="application/json" id="${PAGE_DATA_ID}">${escapeJson(data)}</script>`,
    '</body></html>',
  ].join('');
};
