import type { RichText } from '@shop/shared/contracts';
import { plainText } from '@shop/shared/content/plainText';
import { sectionsOf } from './sectionsOf';

/** Questions and answers as search engines read them (schema.org FAQPage). */
export const faqData = (body: RichText): object => ({
  '@type': 'FAQPage',
  mainEntity: sectionsOf(body, 2)
    .flatMap((group) => sectionsOf(group.body, 3))
    .map((question) => ({
      '@type': 'Question',
      name: question.title,
      acceptedAnswer: { '@type': 'Answer', text: plainText(question.body) },
    })),
});
