import {
  describePicture as describePictureEndpoint,
  listPictures,
  MAX_PICTURES_BY_ID,
  uploadPicture,
} from '@shop/contracts';
import { describeError } from '@shop/server-kit/observability/describeError';
import type { FastifyInstance } from 'fastify';
import type { AppContext } from '../../AppContext';
import type { ReceiveUpload } from '../../http/receiveUploads';
import { route } from '../../http/route';
import { ShopError } from '../../http/ShopError';
import { addPicture } from './addPicture';
import { describePicture } from './describePicture';
import { findPicture, findPictures } from './picturesRepository';

const ID = /^\d{1,9}$/;
const HASH = /^[0-9a-f]{64}$/;

/** @throws {ShopError} INVALID_REQUEST naming the parameter. */
const readList = (field: 'ids' | 'hashes', text: string | undefined, pattern: RegExp): string[] | null => {
  if (text === undefined || text === '') return null;
  const list = text.split(',');
  if (list.length <= MAX_PICTURES_BY_ID && list.every((entry) => pattern.test(entry))) return list;
  throw new ShopError('INVALID_REQUEST', {
    fields: { [field]: `At most ${MAX_PICTURES_BY_ID}, separated by commas.` },
  });
};

const readCursor = (cursor: string | undefined): number | null => {
  if (cursor === undefined) return null;
  if (ID.test(cursor)) return Number(cursor);
  throw new ShopError('INVALID_REQUEST', { fields: { cursor: 'This page does not exist.' } });
};

/** The last part of a path of any system. */
const toFileName = (name: string): string => name.split(/[/\\]/).at(-1)?.trim() || 'picture';

/** Pictures of the shop, for staff. */
export const picturesRoutes = (app: FastifyInstance, context: AppContext, receive: ReceiveUpload): void => {
  const { database } = context;

  route(app, uploadPicture, {
    summary: 'Uploads a picture: a JPEG, PNG, WebP, AVIF or GIF. Its sizes are made afterwards.',
    cache: 'private',
  })(async ({ query, body }, { request, staff }) => ({
    status: true,
    message: 'Uploaded.',
    picture: await addPicture(
      context,
      receive,
      { body, name: toFileName(query.name ?? ''), alt: query.alt ?? '' },
      staff,
      (error) => request.log.warn({ err: describeError(error) }, 'a picture was not stored'),
    ),
  }));

  route(app, listPictures, {
    summary: 'Lists pictures, the newest first, fifty at a time; some by their ids or hashes.',
    cache: 'private',
  })(async ({ query: { q = '', ids, hashes, cursor } }) => ({
    status: true,
    message: 'Pictures',
    data: await findPictures(database, {
      q: q === '' ? null : q,
      ids: readList('ids', ids, ID)?.map(Number) ?? null,
      hashes: readList('hashes', hashes, HASH),
      before: readCursor(cursor),
    }),
  }));

  route(app, describePictureEndpoint, { summary: 'Changes the alternative text of a picture.', cache: 'private' })(
    async ({ params, body }, { staff }) => {
      const id = Number(params.id);
      await describePicture(context, id, body, staff);
      const picture = await findPicture(database, { id });
      if (!picture) throw new ShopError('PICTURE_NOT_FOUND');
      return { status: true, message: 'Saved.', picture };
    },
  );
};
