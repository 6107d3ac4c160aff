import type { RichText } from '@shop/contracts';

export interface TextSection {
  readonly id: string;
  readonly title: string;
  readonly body: RichText;
}

/** Splits a text at its headings of one level; text before the first heading is dropped. */
export const splitSections = (text: RichText, level: 2 | 3): TextSection[] => {
  const sections: { id: string; title: string; body: RichText }[] = [];
  for (const block of text) {
    if (block.kind === 'heading' && block.level === level) sections.push({ id: block.id, title: block.text, body: [] });
    else sections.at(-1)?.body.push(block);
  }
  return sections;
};
