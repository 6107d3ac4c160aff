import type { RichText } from '@shop/contracts';
import { toPlainText } from '@shop/contracts/markdown/toPlainText';
import { listQuestions } from './listQuestions';

/** Questions and answers as structured data (schema.org FAQPage). */
export const faqData = (body: RichText): object => ({
  '@type': 'FAQPage',
  mainEntity: listQuestions(body)
    .flatMap(({ questions }) => questions)
    .map((question) => ({
      '@type': 'Question',
      name: question.title,
      acceptedAnswer: { '@type': 'Answer', text: toPlainText(question.body) },
    })),
});
