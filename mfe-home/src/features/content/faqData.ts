import type { RichText } from '@shop/contracts';
import { toPlainText } from '@shop/contracts/markdown/toPlainText';
import { splitSections } from './splitSections';

/** Questions and answers as structured data (schema.org FAQPage). */
export const faqData = (body: RichText): object => ({
  '@type': 'FAQPage',
  mainEntity: splitSections(body, 2)
    .flatMap((group) => splitSections(group.body, 3))
    .map((question) => ({
      '@type': 'Question',
      name: question.title,
      acceptedAnswer: { '@type': 'Answer', text: toPlainText(question.body) },
    })),
});
