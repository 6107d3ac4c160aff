import type { RichText } from '../richText';

/** Returns the text without headings' levels, links and emphasis. */
export const toPlainText = (body: RichText): string =>
  body
    .map((block) =>
      block.kind === 'heading'
        ? block.text
        : (block.kind === 'list' ? block.items.flat() : block.runs).map(({ text }) => text).join(''),
    )
    .join(' ');
