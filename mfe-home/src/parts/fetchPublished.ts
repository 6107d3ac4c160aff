import { getContent, getContentDraft } from '@shop/contracts/content';
import { readDocument } from '@shop/contracts/readDocument';
import type { AppDispatch, ShopServices } from '@shop/shared/state';
import { publishedRead, selectPublished, type Asked } from './publishedSlice';

const NOT_FOUND = 404;

/** Fetches a document. There is none while the compiled one is shown. */
export const fetchPublished =
  (asked: Asked) =>
  async (
    dispatch: AppDispatch,
    getState: () => Parameters<typeof selectPublished>[0],
    { api }: ShopServices,
  ): Promise<void> => {
    const { store, key, draft } = asked;
    const known = selectPublished(getState(), asked);
    const kept = known?.draft === draft ? known.document : null;
    dispatch(publishedRead(asked, { document: kept, loading: true, error: null }));
    const params = { store, key };
    const result =
      draft === null
        ? await api.request(getContent, { params })
        : await api.request(getContentDraft, { params, query: { draft } });
    const read = result.ok ? readDocument(key, result.value.data) : null;
    const document = read && result.ok ? { ...read, updated: result.value.updated } : null;
    const isRead = result.ok || result.failure.status === NOT_FOUND;
    dispatch(
      publishedRead(asked, {
        document,
        loading: false,
        error: isRead ? null : result.failure.message,
      }),
    );
  };
