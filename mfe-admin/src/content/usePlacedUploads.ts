import type { ContentDocument, ContentPicture } from '@shop/contracts';
import { createContext, use, useEffect, useRef } from 'react';
import { ToastContext } from '../frame/Toasts';
import { useUploads } from '../pictures/useUploads';

interface PlacedUploads {
  /** Returns what is to be said about the upload of a place, such as "sections.0.slides.1.picture"; '' for nothing. */
  readonly describe: (path: string) => string;
  readonly add: (path: string, file: File) => void;
}

export const PlacedUploadsContext = createContext<PlacedUploads>({ describe: () => '', add: () => undefined });

/** Where an upload belongs, whatever is open or moved until it is ready. */
interface Place {
  /** A section is known by its kind: each is there once, and can be moved. */
  readonly kind: string | undefined;
  readonly names: readonly string[];
  /** The picture that it replaces. */
  readonly src: string;
}

const readAt = (value: unknown, [name, ...rest]: readonly string[]): unknown => {
  if (name === undefined) return value;
  return typeof value === 'object' && value !== null
    ? readAt((value as Record<string, unknown>)[name], rest)
    : undefined;
};
const writeAt = (value: unknown, [name, ...rest]: readonly string[], next: unknown): unknown => {
  if (name === undefined) return next;
  const written = writeAt(readAt(value, [name]), rest, next);
  return Array.isArray(value)
    ? value.map((each: unknown, at) => (String(at) === name ? written : each))
    : { ...(value as object), [name]: written };
};
const readPicture = (document: ContentDocument, names: readonly string[]): Partial<ContentPicture> =>
  readAt(document, names) ?? {}; // nothing else is at the path of a picture

const toPlace = (document: ContentDocument, path: string): Place => {
  const names = path.split('.');
  const { src = '' } = readPicture(document, names);
  if (!('sections' in document)) return { kind: undefined, names, src };
  return { kind: document.sections[Number(names[1])]?.kind, names: names.slice(2), src };
};
const toNames = (document: ContentDocument, { kind, names }: Place): readonly string[] =>
  'sections' in document
    ? ['sections', String(document.sections.findIndex((section) => section.kind === kind)), ...names]
    : names;

/** Sends the pictures of a page that is written, and puts each where it was chosen. */
export const usePlacedUploads = (
  document: ContentDocument,
  change: (document: ContentDocument) => void,
): PlacedUploads => {
  const toast = use(ToastContext);
  const { uploads, add, remove } = useUploads();
  const places = useRef(new Map<number, Place>());
  const listAt = (path: string) =>
    uploads.filter(({ key }) => {
      const place = places.current.get(key);
      return place && toNames(document, place).join('.') === path;
    });

  useEffect(() => {
    let next = document;
    for (const { key, state, picture } of uploads) {
      const place = places.current.get(key);
      if (!place || state !== 'ready' || !picture?.url) continue;
      remove(key);
      const names = toNames(next, place);
      const before = readPicture(next, names);
      if ((before.src ?? '') !== place.src) {
        toast({ text: 'The picture is uploaded, but its place has another by now. Choose it from your pictures.' });
        continue;
      }
      const alt = picture.alt === '' ? (before.alt ?? '') : picture.alt;
      next = writeAt(next, names, { src: picture.url, alt }) as ContentDocument; // with another picture
    }
    if (next !== document) change(next);
    // eslint-disable-next-line react-hooks/exhaustive-deps -- the document is another one each time
  }, [uploads]);

  return {
    describe: (path) => {
      const upload = listAt(path).at(-1);
      if (!upload) return '';
      return upload.state === 'failed' ? upload.error : 'The picture is on its way …';
    },
    add: (path, file) => {
      for (const { key } of listAt(path)) remove(key);
      for (const key of add([file])) places.current.set(key, toPlace(document, path));
    },
  };
};
