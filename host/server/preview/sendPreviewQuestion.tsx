import type { StorefrontId } from '@shop/contracts/storefronts';
import type { FastifyReply } from 'fastify';
import { renderToStaticMarkup } from 'react-dom/server';
import type { PreviewQuestion } from '../releases/readOverrides';
import { PreviewQuestionPage } from './PreviewQuestionPage';

const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "style-src 'self'",
  "font-src 'self'",
  "img-src 'self' data:",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ');

interface QuestionSettings {
  /** Path of the page to show afterwards. */
  readonly to: string;
  readonly styles: readonly string[];
  readonly storefront: StorefrontId;
}

/** Sends the question instead of a page. */
export const sendPreviewQuestion = (
  reply: FastifyReply,
  question: PreviewQuestion,
  settings: QuestionSettings,
): FastifyReply =>
  reply
    .header('cache-control', 'no-store')
    .header('content-security-policy', CONTENT_SECURITY_POLICY)
    .type('text/html; charset=utf-8')
    .send(`<!doctype html>${renderToStaticMarkup(<PreviewQuestionPage {...question} {...settings} />)}`);
