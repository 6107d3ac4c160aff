import type { RichText } from '../contracts/richText';

/** The words of a text, without its headings' ranks, links and looks. */
export const toPlainText = (body: RichText): string =>
  body
    .map((block) =>
      block.kind === 'heading'
        ? block.text
        : (block.kind === 'list' ? block.items.flat() : block.runs).map(({ text }) => text).join(''),
    )
    .join(' ');
