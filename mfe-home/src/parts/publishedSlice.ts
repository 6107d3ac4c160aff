import type { ContentDocument, ContentKey, ContentStore } from '@shop/contracts';
import type { RootState } from '@shop/shared/state';

/** A document that is asked for. */
export interface Asked {
  readonly store: ContentStore;
  readonly key: ContentKey;
  /** The key of a preview; null for what shoppers see. */
  readonly draft: string | null;
}

/** A document that staff have published or are writing. */
interface Published {
  /** Null while it is loaded, if it has failed, and for what is as compiled. */
  readonly document: ContentDocument | null;
  readonly loading: boolean;
  readonly error: string | null;
  readonly draft: string | null;
}

/** By `toEntry`. */
type PublishedState = Readonly<Record<string, Published>>;

declare module '@shop/shared/state' {
  interface LazySlices {
    published: PublishedState;
  }
}

const READ = 'published/read';
const toEntry = ({ store, key }: Pick<Asked, 'store' | 'key'>): string => `${store}/${key}`;

/** What is known of a document. */
export const publishedRead = (asked: Asked, known: Omit<Published, 'draft'>) => ({
  type: READ,
  payload: { [toEntry(asked)]: { ...known, draft: asked.draft } },
});

/** Documents of staff. By hand, because most shops have none of them: what fetches them is loaded when it is needed. */
export const publishedSlice = {
  reducerPath: 'published',
  reducer: (
    state: PublishedState = {},
    action: { readonly type: string; readonly payload?: unknown },
  ): PublishedState => (action.type === READ ? { ...state, ...(action.payload as PublishedState) } : state),
} as const;

export const selectPublished = ({ published }: RootState, asked: Pick<Asked, 'store' | 'key'>): Published | undefined =>
  published[toEntry(asked)];
