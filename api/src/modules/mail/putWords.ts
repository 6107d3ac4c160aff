import { MailWords } from '@shop/contracts';
import {
  fillPlaces,
  findWordsProblems,
  getMailSpec,
  MAIL_FIELDS,
  type MailField,
  type MailKind,
} from '@shop/contracts/mails';
import { Value } from '@sinclair/typebox/value';
import type { WordedContent } from './Letter';
import type { MailContent } from './writeMail';

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

/** Returns a mail's words. Those that are not set, or that another release has set in its own way, are as compiled. */
const chooseWords = (document: unknown, kind: MailKind): Readonly<Record<MailField, string>> => {
  const { subject, heading, text } = getMailSpec(kind);
  const words = isObject(document) && isObject(document['words']) ? document['words'][kind] : undefined;
  if (!Value.Check(MailWords, words)) return { subject, heading, text };
  const problems = findWordsProblems(kind, words);
  const set = MAIL_FIELDS.filter((field) => words[field]?.trim() && problems[field] === undefined);
  return { subject, heading, text, ...Object.fromEntries(set.map((field) => [field, words[field]])) };
};

/** Writes what a mail says with a storefront's words. `document` is its MailsDocument, if there is one. */
export const putWords = (
  { kind, values, ...parts }: WordedContent,
  document: unknown,
  shopName: string,
): MailContent => {
  const words = chooseWords(document, kind);
  const all = new Map([...Object.entries(values), ['shop', shopName]]);
  const fillLine = (text: string): string => fillPlaces(text, all).replace(/\s+/g, ' ').trim();
  return {
    ...parts,
    subject: fillLine(words.subject),
    heading: fillLine(words.heading),
    paragraphs: fillPlaces(words.text, all)
      .split('\n')
      .map((line) => line.trim())
      .filter(Boolean),
  };
};
