import type { TSchema } from '@sinclair/typebox';
import { Value, ValueErrorType, type ValueError } from '@sinclair/typebox/value';
import { getDocumentSchema, getSectionSchema, type ContentDocument, type DocumentKey } from './content';
import { findWordsProblems, isMailKind } from './mails';

/** What is wrong, by the path of its field: "sections.0.slides.1.href". */
export type DocumentErrors = Readonly<Record<string, string>>;

/** The API's limit of a body, without what is around the document. */
const MAX_DOCUMENT_LENGTH = 63 * 1024;

const describe = ({ type, schema, path }: ValueError): string => {
  const max = (schema as { readonly maxLength?: number; readonly maxItems?: number }).maxLength;
  if (type === ValueErrorType.StringMaxLength && max !== undefined) return `At most ${max} characters.`;
  if (path.endsWith('/href'))
    return 'A path such as /products, or an address that begins with https://, mailto: or tel:.';
  if (path.endsWith('/time')) return 'Choose a day.';
  if (path.endsWith('/src')) return 'Choose a picture.';
  if (type === ValueErrorType.ArrayMinItems || type === ValueErrorType.ArrayMaxItems)
    return 'There are too many of these, or too few.';
  if (path.startsWith('/words/')) return 'Leave out control characters.';
  return 'Fill this in.';
};

const listErrors = (schema: TSchema, value: unknown, prefix: string): (readonly [string, string])[] =>
  [...Value.Errors(schema, value)].map(
    (error) => [prefix + error.path.slice(1).replaceAll('/', '.'), describe(error)] as const,
  );

/** Returns what the API would refuse of a document. */
export const findDocumentErrors = (key: DocumentKey, document: ContentDocument): DocumentErrors => {
  const size = new Blob([JSON.stringify(document)]).size;
  const tooLong: (readonly [string, string])[] =
    size > MAX_DOCUMENT_LENGTH
      ? [['body', `This page is too long: ${Math.ceil((size / MAX_DOCUMENT_LENGTH - 1) * 100)} % above what fits.`]]
      : [];
  const found =
    'sections' in document
      ? [
          ...(document.title.trim() === '' ? [['title', 'Fill this in.'] as const] : []),
          ...document.sections.flatMap((section, index) => {
            const schema = getSectionSchema(section.kind);
            return schema ? listErrors(schema, section, `sections.${index}.`) : [];
          }),
        ]
      : [
          ...listErrors(getDocumentSchema(key), document, ''),
          ...('words' in document ? Object.entries(document.words) : []).flatMap(([kind, words]) =>
            isMailKind(kind)
              ? Object.entries(findWordsProblems(kind, words)).map(
                  ([field, text]) => [`words.${kind}.${field}`, text] as const,
                )
              : [],
          ),
        ];
  // The first one of a field says enough.
  return Object.fromEntries([...found, ...tooLong].reverse());
};
