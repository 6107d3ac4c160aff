import {
  getDocumentSchema,
  getSectionSchema,
  type ContentDocument,
  type ContentKey,
  type DocumentKey,
  type HomeDocument,
} from './content';
import { Check } from '@sinclair/typebox/value';

const hasKind = (section: unknown): section is { readonly kind: string } =>
  typeof section === 'object' && section !== null && 'kind' in section && typeof section.kind === 'string';

/** Leaves out sections that this release does not know: a newer one has written them. All of a page may be hidden. */
const readHome = ({ title, sections }: Readonly<Record<string, unknown>>): HomeDocument | null => {
  if (typeof title !== 'string' || !Array.isArray(sections)) return null;
  const known = sections.filter((section: unknown) => {
    const schema = hasKind(section) ? getSectionSchema(section.kind) : undefined;
    return schema !== undefined && Check(schema, section);
  }) as HomeDocument['sections'];
  return known.length > 0 || sections.length === 0 ? { title, sections: known } : null;
};

/** Returns a document as this release shows it; null if it cannot, and shows what was compiled. */
export const readDocument = (key: ContentKey, document: Readonly<Record<string, unknown>>): ContentDocument | null => {
  if (key === 'home') return readHome(document);
  return Check(getDocumentSchema(key), document) ? document : null;
};

/** Whether this release can edit a document: it knows all of it. */
export const isKnownDocument = (key: DocumentKey, document: unknown): document is ContentDocument =>
  Check(getDocumentSchema(key), document);
