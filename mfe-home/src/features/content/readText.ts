import type { RichText } from '@shop/contracts';
import type { CompiledMarkdown } from '@shop/contracts/markdown/compileMarkdown';

/** A page's text and metadata. */
export interface PageText {
  readonly title: string;
  readonly lead: string;
  /** Meta description; defaults to the lead. */
  readonly description: string;
  /** ISO 8601 date of the last change; undefined if it does not matter. */
  readonly updated: string | undefined;
  readonly body: RichText;
}

const readMetaLine = (meta: CompiledMarkdown['meta'], name: string): string | undefined => {
  const value = meta[name];
  return typeof value === 'string' && value !== '' ? value : undefined;
};

/** @throws {Error} for a text without title or lead: content.test.ts reads every text. */
export const readText = ({ meta, body }: CompiledMarkdown): PageText => {
  const [title, lead] = [readMetaLine(meta, 'title'), readMetaLine(meta, 'lead')];
  if (title === undefined || lead === undefined) throw new Error('A text begins with its title and its lead');
  return {
    title,
    lead,
    description: readMetaLine(meta, 'description') ?? lead,
    updated: readMetaLine(meta, 'updated'),
    body,
  };
};
