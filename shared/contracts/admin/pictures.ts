import type { Static } from '@sinclair/typebox';
import * as Type from '@sinclair/typebox';
import { MAX_PICTURE_BYTES } from '../constants';
import { Closed, defineEndpoint, Nullable } from '../endpoint';
import { OptionalText, typedText } from '../fields';

export const MAX_PICTURE_NAME_LENGTH = 200;
/** What a screen reader says of a picture. */
export const MAX_ALT_LENGTH = 300;
/** As many as a page of the list has. */
export const MAX_PICTURES_BY_ID = 50;

/** Its sizes are not made yet; it can be shown; why it cannot be used is in `error`. */
export const PictureState = Type.Union([Type.Literal('waiting'), Type.Literal('ready'), Type.Literal('failed')]);
export type PictureState = Static<typeof PictureState>;

export const StaffPicture = Type.Object({
  id: Type.Integer(),
  /** Of the file that was uploaded, SHA-256. */
  hash: Type.String(),
  /** Of the file, without its folder. */
  name: Type.String(),
  /** Null until it is ready. */
  url: Nullable(Type.String()),
  /** In pixels, upright. */
  width: Type.Integer(),
  height: Type.Integer(),
  alt: Type.String(),
  state: PictureState,
  /** A sentence: why it failed, or why it still waits. '' if nothing is wrong. */
  error: Type.String(),
  bytes: Type.Integer(),
  /** Who uploaded it. */
  by: Type.String(),
  date: Type.String(),
});
export type StaffPicture = Static<typeof StaffPicture>;

const answer = { status: Type.Literal(true), message: Type.String(), picture: StaffPicture };

/**
 * Uploads a picture; its sizes are made afterwards. What a file is, its content says, not its name. The same file again
 * is the same picture, which keeps its name and alternative text.
 */
export const uploadPicture = defineEndpoint({
  method: 'PUT',
  path: '/admin/pictures',
  access: { staff: 'pictures.write' },
  query: Type.Object({
    /** 'picture' if unset. */
    name: Type.Optional(OptionalText(MAX_PICTURE_NAME_LENGTH)),
    alt: Type.Optional(OptionalText(MAX_ALT_LENGTH)),
  }),
  bytes: { maxBytes: MAX_PICTURE_BYTES },
  response: Type.Object(answer),
  failureMessage: 'The picture could not be uploaded.',
});

/** Pictures, the newest first, fifty at a time. */
export const listPictures = defineEndpoint({
  method: 'GET',
  path: '/admin/pictures',
  access: { staff: 'pictures.write' },
  query: Type.Object({
    /** Part of a name. */
    q: Type.Optional(Type.String({ ...typedText, maxLength: MAX_PICTURE_NAME_LENGTH })),
    /** Separated by commas, at most fifty, to ask how far they are. */
    ids: Type.Optional(Type.String({ maxLength: 600 })),
    hashes: Type.Optional(Type.String({ maxLength: 3_300 })),
    cursor: Type.Optional(Type.String({ maxLength: 128 })),
  }),
  response: Type.Object({
    status: Type.Literal(true),
    message: Type.String(),
    data: Type.Object({ items: Type.Array(StaffPicture), next: Nullable(Type.String()) }),
  }),
  failureMessage: 'Failed to fetch the pictures',
});

/** Changes the alternative text. */
export const describePicture = defineEndpoint({
  method: 'PATCH',
  path: '/admin/pictures/:id',
  access: { staff: 'pictures.write' },
  params: Type.Object({ id: Type.String({ maxLength: 9, pattern: /^\d+$/.source }) }),
  body: Closed({
    alt: OptionalText(MAX_ALT_LENGTH),
    /** The text that was seen: another one meanwhile is a conflict. */
    seen: Type.String({ maxLength: MAX_ALT_LENGTH }),
  }),
  response: Type.Object(answer),
  failureMessage: 'The description could not be saved.',
});
