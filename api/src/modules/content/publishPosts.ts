import { getPostId, getPostKey, isPostKey, type ContentDocument, type PostDocument } from '@shop/contracts';
import type { StorefrontSlug } from '@shop/contracts';
import { SHOP_TIME_ZONE } from '@shop/contracts/arrival';
import { toPlainText } from '@shop/contracts/markdown/toPlainText';
import type { Actor } from '../../audit/Actor';
import { addMs, HOUR_MS } from '../../clock';
import type { Queryable, Readable } from '../../database/Database';
import { refuseField } from '../../http/readChoice';
import { toSlug } from '../catalog/import/toSlug';
import { lockDocument, updateDocument, type DocumentPlace } from './documentsRepository';
import { estimateReadingTime } from './estimateReadingTime';
import { deletePost, findStoredPost, isPostIdTaken, upsertPost } from './postsRepository';

const MOST_AHEAD_MS = 14 * HOUR_MS;
/** Returns the day where it is latest: whoever writes may be ahead of the shop's time zone. */
const readLatestDay = (now: Date): string => addMs(now, MOST_AHEAD_MS).toISOString().slice(0, 'YYYY-MM-DD'.length);

const DAY = new Intl.DateTimeFormat('en-CA', { dateStyle: 'short', timeZone: SHOP_TIME_ZONE });
const MAX_NUMBER = 100;
const MAX_ID = 64;

const isDay = (text: string): boolean => {
  const day = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text);
};

/** Returns a post as the blog shows it, to be edited; undefined if it shows none, and for what is no post. */
export const findPostDocument = async (
  database: Readable,
  { store, key }: DocumentPlace,
): Promise<PostDocument | undefined> => {
  const post = isPostKey(key) ? await findStoredPost(database, getPostId(key)) : undefined;
  if (post?.store !== store) return undefined;
  const { title, description, category, author, time, image, imageAlt, body } = post;
  return {
    title,
    lead: description,
    category,
    author,
    time,
    ...(image === '' ? {} : { picture: { src: image, alt: imageAlt } }),
    body,
  };
};

/**
 * Shows a post in the blog. Does nothing for what is no post.
 * @throws {ShopError} INVALID_REQUEST with the field that is missing, and for a day that has not come.
 */
export const showPost = async (
  connection: Queryable,
  { store, key }: DocumentPlace,
  document: ContentDocument,
  now: Date,
): Promise<void> => {
  if (!isPostKey(key)) return;
  const post = document as PostDocument; // it has passed the schema of its key
  for (const name of ['lead', 'category', 'author'] as const)
    if (post[name].trim() === '') refuseField(name, 'Fill this in.');
  if (!isDay(post.time)) refuseField('time', 'This day does not exist.');
  if (post.time > readLatestDay(now)) refuseField('time', 'This day has not come yet.');
  if (toPlainText(post.body).trim() === '') refuseField('body', 'Write something.');
  const isShown = await upsertPost(connection, {
    id: getPostId(key),
    store,
    post,
    readingTime: estimateReadingTime(post.body),
    now,
  });
  if (!isShown) refuseField('title', 'Another storefront has a post at this address.');
};

/** Takes a post out of the blog. Does nothing for what is no post. */
export const removePost = async (connection: Queryable, { store, key }: DocumentPlace): Promise<void> => {
  if (isPostKey(key)) await deletePost(connection, { id: getPostId(key), store });
};

/**
 * Begins a post, whose address is made of its title. Returns where it is.
 * @throws {ShopError} INVALID_REQUEST if too many have this title.
 */
export const beginPost = async (
  connection: Queryable,
  store: StorefrontSlug,
  title: string,
  { actor, now }: { readonly actor: Actor; readonly now: Date },
): Promise<DocumentPlace> => {
  const base = toSlug(title) || 'post';
  for (let number = 1; number <= MAX_NUMBER; number += 1) {
    const id = number === 1 ? base : `${toSlug(base, MAX_ID - 1 - String(number).length)}-${number}`;
    if (await isPostIdTaken(connection, id)) continue;
    const place: DocumentPlace = { store, key: getPostKey(id) };
    const { draft: other, publishedId } = await lockDocument(connection, place);
    if (other !== null) continue; // somebody else began it meanwhile
    const draft: PostDocument = {
      title,
      lead: '',
      category: '',
      author: actor.name.slice(0, 80),
      time: DAY.format(now),
      body: [{ kind: 'paragraph', runs: [] }],
    };
    await updateDocument(connection, place, { draft, draftedBy: actor.name, draftedAt: now, publishedId });
    return place;
  }
  return refuseField('title', 'Too many posts have this title. Choose another one.');
};
