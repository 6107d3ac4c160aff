import type { ContentDocument, ContentKey } from '@shop/contracts';
import { selectStorefront, useAppDispatch, useAppSelector } from '@shop/shared/state';
import { useSearchParams } from 'react-router-dom';
import { findOwner, readPublished } from './loadPublished';
import { selectPublished } from './publishedSlice';

interface Published<Document> {
  /** Null for what was compiled. */
  readonly document: Document | null;
  /** It is being loaded. */
  readonly isLoading: boolean;
  readonly error: string | null;
  readonly retry: () => void;
}

/** Returns what staff have published as a page of the storefront, or its draft in a preview. */
export const usePublished = <Document extends ContentDocument>(key: ContentKey): Published<Document> => {
  const { slug, published } = useAppSelector(selectStorefront);
  const store = findOwner(key, slug);
  const entry = useAppSelector((state) => selectPublished(state, { store, key }));
  const [params] = useSearchParams();
  const dispatch = useAppDispatch();
  const draft = params.get('draft');
  const isAsked = draft !== null || published?.[key] !== undefined;
  return {
    document: isAsked ? ((entry?.document ?? null) as Document | null) : null, // by its key
    isLoading: isAsked && (entry === undefined || (entry.loading && entry.document === null)),
    error: isAsked ? (entry?.error ?? null) : null,
    retry: () => void readPublished({ dispatch }, { store, key, draft }),
  };
};
