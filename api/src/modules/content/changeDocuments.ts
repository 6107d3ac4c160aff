import { isContentOf, isPostKey, type ContentDocument } from '@shop/contracts';
import type { Actor } from '../../audit/Actor';
import { insertAudit } from '../../audit/auditRepository';
import type { Queryable } from '../../database/Database';
import { refuseField } from '../../http/readChoice';
import { ShopError } from '../../http/ShopError';
import {
  findVersion,
  insertVersion,
  lockDocument,
  updateDocument,
  type DocumentPlace,
  type StoredDocument,
} from './documentsRepository';
import { findDeadLink, findSchemaProblem } from './findDocumentProblem';
import { findPostDocument, removePost, showPost } from './publishPosts';

interface By {
  readonly actor: Actor;
  readonly now: Date;
}

const describePlace = ({ store, key }: DocumentPlace): string => `${store}/${key}`;

/** @throws {ShopError} CONTENT_NOT_FOUND for a document that does not exist, CHANGED_MEANWHILE. */
const lockSeen = async (connection: Queryable, place: DocumentPlace, seen: number): Promise<StoredDocument> => {
  if (!isContentOf(place.key, place.store)) throw new ShopError('CONTENT_NOT_FOUND');
  const stored = await lockDocument(connection, place);
  const isUnknownPost = isPostKey(place.key) && stored.version === 0 && !(await findPostDocument(connection, place));
  if (isUnknownPost) throw new ShopError('CONTENT_NOT_FOUND');
  if (stored.version !== seen) throw new ShopError('CHANGED_MEANWHILE');
  return stored;
};

/** @throws {ShopError} INVALID_REQUEST with the field that this release does not know. */
const requireKnown = (place: DocumentPlace, document: unknown): ContentDocument => {
  const problem = findSchemaProblem(place.key, document);
  if (problem) return refuseField(problem.field, problem.message);
  return document as ContentDocument; // it has passed its schema
};

/**
 * Keeps what is being written. `seen` is the version that was edited. The audit has what is published.
 * @throws {ShopError} CONTENT_NOT_FOUND, CHANGED_MEANWHILE, INVALID_REQUEST with the field.
 */
export const saveDraft = async (
  connection: Queryable,
  place: DocumentPlace,
  { seen, document }: { readonly seen: number; readonly document: ContentDocument },
  { actor, now }: By,
): Promise<void> => {
  const { publishedId } = await lockSeen(connection, place, seen);
  const draft = requireKnown(place, document);
  await updateDocument(connection, place, { draft, draftedBy: actor.name, draftedAt: now, publishedId });
};

/** Forgets what is being written. @throws {ShopError} CONTENT_NOT_FOUND, CHANGED_MEANWHILE. */
export const discardDraft = async (connection: Queryable, place: DocumentPlace, seen: number): Promise<void> => {
  const { publishedId } = await lockSeen(connection, place, seen);
  await updateDocument(connection, place, { draft: null, draftedBy: null, draftedAt: null, publishedId });
};

/** Keeps a post of the release as its first version, so that it and its picture can come back. */
const keepCompiledPost = async (
  connection: Queryable,
  place: DocumentPlace,
  publishedId: number | null,
): Promise<void> => {
  const post = publishedId === null ? await findPostDocument(connection, place) : undefined;
  if (!post) return;
  await insertVersion(connection, place, { body: post, by: post.author, at: new Date(`${post.time}T12:00:00Z`) });
};

/**
 * Shows the draft to shoppers.
 * @throws {ShopError} CONTENT_NOT_FOUND, CHANGED_MEANWHILE, NOTHING_TO_PUBLISH, INVALID_REQUEST with the field.
 */
export const publishDraft = async (
  connection: Queryable,
  place: DocumentPlace,
  seen: number,
  { actor, now }: By,
): Promise<void> => {
  const { draft, publishedId } = await lockSeen(connection, place, seen);
  if (draft === null) throw new ShopError('NOTHING_TO_PUBLISH');
  const body = requireKnown(place, draft);
  const dead = await findDeadLink(connection, place.store, body);
  if (dead) return refuseField(dead.field, dead.message);
  await keepCompiledPost(connection, place, publishedId);
  await showPost(connection, place, body, now);
  const { id, number } = await insertVersion(connection, place, { body, by: actor.name, at: now });
  await updateDocument(connection, place, { draft: null, draftedBy: null, draftedAt: null, publishedId: id });
  await insertAudit(
    connection,
    { actor, action: 'content.published', subject: describePlace(place), after: { version: number } },
    now,
  );
};

/**
 * Makes an earlier version the draft.
 * @throws {ShopError} CONTENT_NOT_FOUND, CHANGED_MEANWHILE, INVALID_REQUEST with what this release does not know of it.
 */
export const restoreVersion = async (
  connection: Queryable,
  place: DocumentPlace,
  { seen, number }: { readonly seen: number; readonly number: number },
  { actor, now }: By,
): Promise<void> => {
  const { publishedId } = await lockSeen(connection, place, seen);
  const version = await findVersion(connection, place, number);
  if (!version) throw new ShopError('CONTENT_NOT_FOUND');
  const draft = requireKnown(place, version.body);
  await updateDocument(connection, place, { draft, draftedBy: actor.name, draftedAt: now, publishedId });
};

/**
 * Shows shoppers again what was compiled; a post leaves the blog and is a draft again. The draft and all versions stay.
 * @throws {ShopError} as `discardDraft`.
 */
export const unpublish = async (
  connection: Queryable,
  place: DocumentPlace,
  seen: number,
  { actor, now }: By,
): Promise<void> => {
  const { publishedId, ...stored } = await lockSeen(connection, place, seen);
  const post = await findPostDocument(connection, place);
  if (publishedId === null && !post) return;
  await keepCompiledPost(connection, place, publishedId);
  const kept = stored.draft === null && post ? { draft: post, draftedBy: actor.name, draftedAt: now } : stored;
  await updateDocument(connection, place, { ...kept, publishedId: null });
  await removePost(connection, place);
  await insertAudit(connection, { actor, action: 'content.withdrawn', subject: describePlace(place) }, now);
};
