import {
  getPostId,
  isPostKey,
  saveHomeDraft,
  saveMailsDraft,
  saveMenuDraft,
  savePostDraft,
  saveTextDraft,
  type ContentDocument,
  type HomeDocument,
  type MailsDocument,
  type MenuDocument,
  type PostDocument,
  type StaffContent,
  type TextDocument,
} from '@shop/contracts';
import type { useCall } from '../useApi';

/** Stores a document as the draft of its page; `version` is the one that it replaces. */
export const saveDraft = (
  call: ReturnType<typeof useCall>,
  { store, key }: Pick<StaffContent, 'store' | 'key'>,
  version: number,
  document: ContentDocument,
) => {
  if (key === 'home')
    return call(saveHomeDraft, { params: { store }, body: { version, document: document as HomeDocument as never } });
  if (key === 'menu')
    return call(saveMenuDraft, { params: { store }, body: { version, document: document as MenuDocument } });
  if (key === 'mails')
    return call(saveMailsDraft, { params: { store }, body: { version, document: document as MailsDocument } });
  if (isPostKey(key))
    return call(savePostDraft, {
      params: { store, id: getPostId(key) },
      body: { version, document: document as PostDocument },
    });
  return call(saveTextDraft, { params: { store, key }, body: { version, document: document as TextDocument } });
};
