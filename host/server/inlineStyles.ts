import { createHash } from 'node:crypto';

/** A stylesheet whose text can be in the page. */
export interface InlineStyle {
  readonly css: string;
  /** Source expression for the content security policy. */
  readonly hash: string;
}

/** A stylesheet of a page: in the page, or as a link. */
export interface PageStyle {
  readonly href: string;
  /** Digest of a released file. */
  readonly integrity?: string;
  readonly inline?: InlineStyle | undefined;
}

/** What would end the element or begin a comment in it, and addresses that are relative to the file. */
const NOT_INLINE = /<\/style|<!--|@import|url\((?!["']?(?:\/|data:|#))/i;

/** Returns the source expression of the content security policy that allows an inline text. */
export const buildHashSource = (text: string): string =>
  `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** Prepares a stylesheet for pages; undefined for one that has to stay a file. */
export const toInlineStyle = (css: string): InlineStyle | undefined =>
  NOT_INLINE.test(css) ? undefined : { css, hash: buildHashSource(css) };

/** Returns the part of a stylesheet's URL by which a browser remembers that it has the file: the hash in its name. */
export const getStyleId = (href: string): string => /\.([\w-]+)\.css$/.exec(href)?.[1] ?? '';
