import fs from 'node:fs';
import path from 'node:path';
import { getIntegrity } from '@shop/registry';
import type { AdminTheme, SiteChanges } from '@shop/contracts';
import { storefronts, type StorefrontId } from '@shop/contracts/storefronts';
import { PAGE_DATA_ID, type PageData } from '../../src/app/PageData';
import type { HostAssets } from '../HostAssets';
import type { LocalRelease } from '../releases/LiveComposition';
import { findIconsFolder, mapStorefronts } from '../storefrontFiles';
import type { PageStyle } from '../inlineStyles';
import { buildSiteData } from './siteData';

export interface HtmlPage {
  readonly storefront: StorefrontId;
  /** The theme that staff chose. */
  readonly theme?: AdminTheme | undefined;
  /** Rendered markup, or '' for the client-rendered shell. */
  readonly html: string;
  readonly data: PageData;
  readonly assets: HostAssets;
  /** The remote that owns the page. */
  readonly remote: LocalRelease | undefined;
  /** Chunks that the page's routes load in addition to the remote's own files. */
  readonly chunks: readonly string[];
  /** Stylesheets of the host and of the page's release. */
  readonly styles: readonly PageStyle[];
  /** Stylesheet URLs of a remote on a dev server. */
  readonly devStyles?: readonly string[];
  /** Origin of the shop, for a home page, which describes the site to search engines. */
  readonly siteOrigin?: string | undefined;
  /** What staff have changed about the storefronts. */
  readonly changes?: SiteChanges | undefined;
  /** Message for the developer of the page's remote. */
  readonly problem?: string | undefined;
}

const escapeAttribute = (value: string): string =>
  value.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');

/** Serializes to JSON that cannot end its script element or be parsed as markup. */
const escapeJson = (value: unknown): string =>
  JSON.stringify(value).replaceAll('<', '\\u003c').replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029');

/** React emits <title>, <meta> and <link> before the markup that rendered them; they are moved to the head. */
const HOISTED = /^(?:<title>[^<]*<\/title>|<meta [^>]*>|<link [^>]*>)+/;

const splitHoisted = (html: string): { head: string; body: string } => {
  const head = HOISTED.exec(html)?.[0] ?? '';
  return { head, body: html.slice(head.length) };
};

/** Browsers reject released files that were modified (subresource integrity). */
const formatIntegrity = (integrity: string): string => ` integrity="${escapeAttribute(integrity)}"`;
/** Low priority: pictures and fonts come before scripts. */
const preloadScript = (href: string, integrity: string): string =>
  `<link rel="preload" as="script" href="${escapeAttribute(href)}"${formatIntegrity(integrity)} fetchpriority="low">`;
/** An inline favicon saves the request for /favicon.ico. */
const readIcon = (storefront: StorefrontId): string =>
  `<link rel="icon" type="image/svg+xml" href="data:image/svg+xml,${encodeURIComponent(fs.readFileSync(path.join(findIconsFolder(storefront), `${storefront}.svg`), 'utf8').trim())}">`;
const icons = mapStorefronts(readIcon);
/** `crossorigin` lets scripts check whether it has loaded. */
const linkDevStylesheet = (href: string): string =>
  `<link rel="stylesheet" href="${escapeAttribute(href)}" crossorigin>`;
/** Bundles find a style that is there already by its URL, as they find a link. */
const renderStyle = ({ href, integrity, inline }: PageStyle): string =>
  inline
    ? `<style data-href="${escapeAttribute(href)}">${inline.css}</style>`
    : `<link rel="stylesheet" href="${escapeAttribute(href)}"${integrity ? formatIntegrity(integrity) : ''}>`;

/**
 * Names the overridden releases with their teams and links back to the live ones. It is outside of the app, so a
 * broken release cannot hide it.
 */
const renderOverridesNote = ({ composition }: PageData, problem: string | undefined): string => {
  const overridden = Object.entries(composition).filter(([, { isOverride }]) => isOverride);
  if (overridden.length === 0) return '';
  const lines = overridden.map(
    ([remote, { version, owner }]) =>
      `<li>${escapeAttribute(remote)} <b>${escapeAttribute(version)}</b>${owner === undefined ? '' : `, ${escapeAttribute(owner)}`} <a href="?remote.${escapeAttribute(remote)}=live">Back to live</a></li>`,
  );
  return `<aside class="remote-overrides" aria-label="Releases that are not live"><ul>${lines.join('')}${problem === undefined ? '' : `<li>${escapeAttribute(problem)}</li>`}</ul></aside>`;
};

/** Builds the whole page. It references all files that it needs, so the browser fetches them in one step. */
export const buildHtmlDocument = ({
  storefront,
  theme,
  html,
  data,
  assets,
  remote,
  chunks,
  styles,
  devStyles = [],
  siteOrigin,
  changes = {},
  problem,
}: HtmlPage): string => {
  const { head, body } = splitHoisted(html);
  const shop = { ...storefronts[storefront], ...changes[storefront] };
  const { name, tagline, theme: colors } = shop;
  const isForStaff = data.audience === 'staff';
  const linkReleaseFiles = (files: readonly string[], toTag: (href: string, integrity: string) => string): string[] =>
    remote ? files.map((file) => toTag(remote.urlBase + file, getIntegrity(remote.release, file))) : [];
  const routeChunks = chunks.flatMap((chunk) => remote?.release.web.chunks[chunk] ?? []);
  return [
    `<!doctype html><html lang="en" data-storefront="${storefront}"${theme === undefined ? '' : ` data-theme="${theme}"`} data-from-top><head><meta charset="utf-8">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    isForStaff ? '' : `<meta name="theme-color" content="${colors.backgroundColor}">`,
    head || `<title>${isForStaff ? 'Back office' : `${name} | ${tagline}`}</title>`,
    `<script>${assets.earlyInput.script}</script>`,
    ...styles.map(renderStyle),
    ...devStyles.map(linkDevStylesheet),
    ...assets.scripts.map((src) => `<script src="${escapeAttribute(src)}" defer fetchpriority="low"></script>`),
    ...linkReleaseFiles(
      remote
        ? [remote.release.web.entry, ...remote.release.web.scripts, ...routeChunks.flatMap(({ scripts }) => scripts)]
        : [],
      preloadScript,
    ),
    icons[storefront],
    isForStaff
      ? ''
      : `<link rel="manifest" href="/manifest.webmanifest?store=${storefront}"><link rel="apple-touch-icon" href="/icons/${storefront}-180.png">`,
    siteOrigin === undefined
      ? ''
      : `<script type="application/ld+json">${escapeJson(buildSiteData(shop, siteOrigin))}</script>`,
    '</head><body>',
    `<div id="root">${body}</div>`,
    renderOverridesNote(data, problem),
    '<noscript><p>This page could not be rendered without JavaScript right now. Please reload it.</p></noscript>'.repeat(
      body === '' ? 1 : 0,
    ),
    `<script type="application/json" id="${PAGE_DATA_ID}">${escapeJson(data)}</script>`,
    '</body></html>',
  ].join('');
};
