import type { FieldTexts } from '../../http/explainFields';

export const contactFieldTexts: FieldTexts = {
  subject: 'Enter a subject of 1 to 200 characters.',
  message: 'Use at most 5000 characters.',
};
