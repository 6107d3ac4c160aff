import type { TextDocument } from '@shop/contracts';
import type { CompiledMarkdown } from '@shop/contracts/markdown/compileMarkdown';

/** A page's text, its metadata, and the ISO 8601 date of its last change if that matters. */
export interface PageText extends TextDocument {
  readonly updated?: string;
}

const readMetaLine = (meta: CompiledMarkdown['meta'], name: string): string | undefined => {
  const value = meta[name];
  return typeof value === 'string' && value !== '' ? value : undefined;
};

/** @throws {Error} for a text without title or lead: content.test.ts reads every text. */
export const readText = ({ meta, body }: CompiledMarkdown): PageText => {
  const [title, lead] = [readMetaLine(meta, 'title'), readMetaLine(meta, 'lead')];
  if (title === undefined || lead === undefined) throw new Error('A text begins with its title and its lead');
  const [src, updated] = [readMetaLine(meta, 'picture'), readMetaLine(meta, 'updated')];
  return {
    title,
    lead,
    description: readMetaLine(meta, 'description') ?? '',
    ...(src === undefined ? {} : { picture: { src, alt: readMetaLine(meta, 'alt') ?? '' } }),
    ...(updated === undefined ? {} : { updated }),
    body,
  };
};
