import type { RichText } from '@shop/shared/contracts';
import type { CompiledMarkdown } from '@shop/shared/content/compileMarkdown';

/** A page's text with what its head needs. */
export interface PageText {
  readonly title: string;
  readonly lead: string;
  /** For search engines; the lead where there is none. */
  readonly description: string;
  /** ISO 8601 day; undefined where a page's age does not matter. */
  readonly updated: string | undefined;
  readonly body: RichText;
}

const lineOf = (meta: CompiledMarkdown['meta'], name: string): string | undefined => {
  const value = meta[name];
  return typeof value === 'string' && value !== '' ? value : undefined;
};

/** @throws {Error} for a text without title or lead: content.test.ts reads every text. */
export const readText = ({ meta, body }: CompiledMarkdown): PageText => {
  const [title, lead] = [lineOf(meta, 'title'), lineOf(meta, 'lead')];
  if (title === undefined || lead === undefined) throw new Error('A text begins with its title and its lead');
  return { title, lead, description: lineOf(meta, 'description') ?? lead, updated: lineOf(meta, 'updated'), body };
};
