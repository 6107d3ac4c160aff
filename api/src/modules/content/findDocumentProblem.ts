import {
  getDocumentSchema,
  type ContentDocument,
  type ContentStore,
  type DocumentKey,
  type HomeDocument,
  type MailsDocument,
} from '@shop/contracts';
import { findWordsProblems, isMailKind } from '@shop/contracts/mails';
import { Value } from '@sinclair/typebox/value';
import type { Queryable } from '../../database/Database';
import { findDeadLinks } from './documentsRepository';

interface Problem {
  /** Path of the field in the document: "sections.0.slides.2.href". */
  readonly field: string;
  readonly message: string;
}

/** Text fields of a document by their paths. */
const listTexts = (value: unknown, path: readonly string[] = []): { readonly path: string; readonly text: string }[] =>
  typeof value === 'string'
    ? [{ path: path.join('.'), text: value }]
    : typeof value === 'object' && value !== null
      ? Object.entries(value).flatMap(([name, each]) => listTexts(each, [...path, name]))
      : [];

const PRODUCT_LINK = /^\/products\/([\w-]{1,128})\/?(?:[?#]|$)/;
const CATEGORY_LINK = /^\/products\/category\/([\w-]{1,128})\/?(?:[?#]|$)/;
const POST_LINK = /^\/blog\/([\w-]{1,128})\/?(?:[?#]|$)/;
const PICTURE = /^\/media\//;
const CATEGORY_FIELD = /(?:^|\.)categories\.\d+$|^columns\.\d+\.category$/;

const findTwice = ({ sections }: HomeDocument): Problem | undefined => {
  const index = sections.findIndex(({ kind }, at) => sections.slice(0, at).some((other) => other.kind === kind));
  return index < 0 ? undefined : { field: `sections.${index}.kind`, message: 'This section is on the page already.' };
};

/** A kind that this release does not know keeps its words: it sends no such mail. */
const findWordsProblem = ({ words }: MailsDocument): Problem | undefined =>
  Object.entries(words)
    .flatMap(([kind, each]) =>
      isMailKind(kind)
        ? Object.entries(findWordsProblems(kind, each)).map(([field, message]) => ({
            field: `words.${kind}.${field}`,
            message,
          }))
        : [],
    )
    .at(0);

/** Returns what is wrong with a document that another release may have written; undefined if it can be edited. */
export const findSchemaProblem = (key: DocumentKey, document: unknown): Problem | undefined => {
  const error = Value.Errors(getDocumentSchema(key), document).First();
  if (error)
    return {
      field: error.path.slice(1).replaceAll('/', '.') || 'document',
      message: 'This release of the shop does not know what stands here.',
    };
  if (key === 'home') return findTwice(document as HomeDocument); // it has passed the schema
  return key === 'mails' ? findWordsProblem(document as MailsDocument) : undefined; // as above
};

/** Nobody follows links of hidden sections. The others keep their paths. */
const withoutHidden = (document: ContentDocument): unknown =>
  'sections' in document
    ? { ...document, sections: document.sections.map((section) => (section.hidden === true ? null : section)) }
    : document;

/** Returns a link or a picture that leads nowhere; undefined if there is none. */
export const findDeadLink = async (
  connection: Queryable,
  store: ContentStore,
  document: ContentDocument,
): Promise<Problem | undefined> => {
  const texts = listTexts(withoutHidden(document));
  const found = texts.flatMap(({ path, text }) => {
    const product = PRODUCT_LINK.exec(text)?.[1];
    const category = CATEGORY_FIELD.test(path) ? text : CATEGORY_LINK.exec(text)?.[1];
    const isLink = path.endsWith('.href');
    if (isLink && product !== undefined)
      return [{ path, kind: 'product', id: product, message: `No published product has the address ${product}.` }];
    const post = POST_LINK.exec(text)?.[1];
    if (isLink && post !== undefined)
      return [{ path, kind: 'post', id: post, message: `No post has the address ${post}.` }];
    if ((isLink || CATEGORY_FIELD.test(path)) && category !== undefined)
      return [{ path, kind: 'category', id: category, message: `No category has the address ${category}.` }];
    if (path.endsWith('.src') && PICTURE.test(text))
      return [{ path, kind: 'picture', id: text, message: 'This picture is gone. Choose another one.' }];
    return [];
  });
  if (found.length === 0) return undefined;
  const list = (kind: string): string[] => [...new Set(found.flatMap((each) => (each.kind === kind ? [each.id] : [])))];
  const dead = await findDeadLinks(connection, store, {
    products: list('product'),
    categories: list('category'),
    posts: list('post'),
    pictures: list('picture'),
  });
  const first = found.find(({ kind, id }) => dead.has(`${kind} ${id}`));
  return first && { field: first.path, message: first.message };
};
