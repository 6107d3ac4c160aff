import type { RichText } from '@shop/contracts';
import { toPlainText } from '@shop/contracts/markdown/toPlainText';

const WORDS_PER_MINUTE = 200;

/** Returns minutes, at least 1. */
export const estimateReadingTime = (body: RichText): number =>
  Math.max(1, Math.round(toPlainText(body).split(/\s+/).length / WORDS_PER_MINUTE));
