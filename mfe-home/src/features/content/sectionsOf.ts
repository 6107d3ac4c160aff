import type { RichText } from '@shop/shared/contracts';

export interface TextSection {
  readonly id: string;
  readonly title: string;
  readonly body: RichText;
}

/** A text cut at its headings of one level; what stands before the first of them is left out. */
export const sectionsOf = (text: RichText, level: 2 | 3): TextSection[] => {
  const sections: { id: string; title: string; body: RichText }[] = [];
  for (const block of text) {
    if (block.kind === 'heading' && block.level === level) sections.push({ id: block.id, title: block.text, body: [] });
    else sections.at(-1)?.body.push(block);
  }
  return sections;
};
