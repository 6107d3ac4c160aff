import type { RichText } from '@shop/contracts';

export interface TextSection {
  readonly id: string;
  readonly title: string;
  readonly body: RichText;
}

interface SplitText {
  /** What stands before the first heading. */
  readonly intro: RichText;
  readonly sections: readonly TextSection[];
}

/** Splits a text at its headings of one level. */
export const splitSections = (text: RichText, level: 2 | 3): SplitText => {
  const intro: RichText = [];
  const sections: { id: string; title: string; body: RichText }[] = [];
  for (const block of text) {
    if (block.kind === 'heading' && block.level === level) sections.push({ id: block.id, title: block.text, body: [] });
    else (sections.at(-1)?.body ?? intro).push(block);
  }
  return { intro, sections };
};
