import type { RichText } from '@shop/contracts';
import { splitSections, type TextSection } from './splitSections';

export interface QuestionGroup {
  /** '' for what stands before the first group. */
  readonly id: string;
  readonly title: string;
  readonly intro: RichText;
  readonly questions: readonly TextSection[];
}

/** Groups of questions: headings of level 2 with those of level 3, whose texts are the answers. */
export const listQuestions = (body: RichText): readonly QuestionGroup[] => {
  const { intro, sections } = splitSections(body, 2);
  return [{ id: '', title: '', body: intro }, ...sections]
    .filter((group) => group.title !== '' || group.body.length > 0)
    .map(({ id, title, body: text }) => {
      const group = splitSections(text, 3);
      return { id, title, intro: group.intro, questions: group.sections };
    });
};
