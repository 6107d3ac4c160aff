import type { FieldTexts } from '../../http/explainFields';

export const reviewFieldTexts: FieldTexts = {
  rating: 'Give 1 to 5 stars.',
  comment: 'Write a few words, at most 2000 characters.',
};
