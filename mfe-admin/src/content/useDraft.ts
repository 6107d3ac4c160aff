import {
  getStaffContent,
  isPostKey,
  publishContent,
  type ContentDocument,
  type PostDocument,
  type StaffContent,
} from '@shop/contracts';
import { findDocumentErrors, type DocumentErrors } from '@shop/contracts/findDocumentErrors';
import { isKnownDocument } from '@shop/contracts/readDocument';
import type { ApiFailure } from '@shop/shared/api-client';
import { useAppDispatch, useAppSelector } from '@shop/shared/state';
import { useEffect, useRef, useState } from 'react';
import { pageClosed, selectMe, selectUnstored, unstoredTaken } from '../adminSlice';
import { useCall } from '../useApi';
import { saveDraft } from './saveDraft';

const SAVE_AFTER_MS = 1_000;

export interface DraftState {
  readonly document: ContentDocument;
  readonly change: (document: ContentDocument) => void;
  /** Whether what is typed is stored. */
  readonly state: 'saved' | 'unsaved' | 'saving' | 'failed';
  /** What is wrong, by the path of its field. */
  readonly errors: DocumentErrors;
  /** Why it could not be stored or published, if no field is to blame. */
  readonly problem: { readonly text: string; readonly retry: 'save' | 'publish' } | undefined;
  /** What somebody else has stored meanwhile. */
  readonly theirs: StaffContent | undefined;
  /** Stores what is typed instead of theirs. */
  readonly keepMine: () => void;
  readonly takeTheirs: () => void;
  /** Shows the draft to shoppers. Returns whether it did. */
  readonly publish: () => Promise<boolean>;
  readonly retry: () => void;
}

interface DraftOptions {
  readonly content: StaffContent;
  /** What is shown while nobody has changed it. */
  readonly compiled: ContentDocument;
  /** The API has stored or published it. */
  readonly show: (content: StaffContent) => void;
}

const hasDocument = ({ document }: StaffContent): boolean => document !== null && Object.keys(document).length > 0;

/** Whether this release can edit a page: a newer one may have written it. */
export const isReadable = (content: StaffContent): boolean =>
  !hasDocument(content) || isKnownDocument(content.key, content.document);

/** Returns a post that this release can edit; undefined for one that a newer release has written. */
export const readPost = ({ key, document }: StaffContent): PostDocument | undefined =>
  isPostKey(key) && isKnownDocument(key, document) ? (document as unknown as PostDocument) : undefined; // checked

const asDocument = (content: StaffContent, compiled: ContentDocument): ContentDocument =>
  hasDocument(content) && isReadable(content)
    ? (content.document as unknown as ContentDocument) // checked
    : compiled;

/**
 * Holds a page that is being written, and stores it a second after the last change. What the API would refuse is not
 * sent; of two people who write, the second decides what stays.
 */
export const useDraft = ({ content, compiled, show }: DraftOptions): DraftState => {
  const call = useCall();
  const dispatch = useAppDispatch();
  const { store, key } = content;
  const place = `${store}/${key}`;
  const me = useAppSelector(selectMe);
  const unstored = useAppSelector(selectUnstored)[place];
  const [kept] = useState(unstored?.by === me?.id ? unstored : undefined);
  const [document, setDocument] = useState(() => kept?.document ?? asDocument(content, compiled));
  const [state, setState] = useState<DraftState['state']>(kept ? 'unsaved' : 'saved');
  const [refused, setRefused] = useState<DocumentErrors>({});
  const [problem, setProblem] = useState<DraftState['problem']>();
  const [theirs, setTheirs] = useState<StaffContent>();
  /** What is typed, and the version that it replaces. */
  const latest = useRef({ document, version: kept?.version ?? content.version, isDirty: kept !== undefined });
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const running = useRef<Promise<boolean>>(undefined);

  /** One call after the other: each replaces the version that the one before has made. */
  const runAlone = async (work: () => Promise<boolean>): Promise<boolean> => {
    while (running.current) await running.current;
    running.current = work().finally(() => (running.current = undefined));
    return running.current;
  };
  const fail = async (failure: ApiFailure, retry: 'save' | 'publish'): Promise<void> => {
    if (failure.code === 'CHANGED_MEANWHILE') {
      const fresh = await call(getStaffContent, { params: { store, key } });
      if (fresh.ok) return setTheirs(fresh.value.data);
    }
    const fields = Object.entries(failure.fields).map(([path, text]) => [path.replace(/^document\./, ''), text]);
    setRefused(Object.fromEntries(fields) as DocumentErrors);
    if (fields.length === 0) setProblem({ text: failure.message, retry });
  };

  /** Stores what is typed. Returns whether all of it is stored. */
  const save = async (): Promise<boolean> => {
    clearTimeout(timer.current);
    const isStored = await runAlone(async () => {
      const { document: sent, version, isDirty } = latest.current;
      if (!isDirty) return true;
      if (Object.keys(findDocumentErrors(key, sent)).length > 0) return false;
      setState('saving');
      setProblem(undefined);
      setRefused({});
      const result = await saveDraft(call, content, version, sent);
      if (!result.ok) {
        setState('failed');
        await fail(result.failure, 'save');
        return false;
      }
      const isDirtyAgain = latest.current.document !== sent;
      latest.current = { ...latest.current, version: result.value.data.version, isDirty: isDirtyAgain };
      setState(isDirtyAgain ? 'unsaved' : 'saved');
      show(result.value.data);
      return true;
    });
    return isStored && latest.current.isDirty ? save() : isStored;
  };
  const saveLater = useRef(save);
  saveLater.current = save;
  const saveSoon = (): void => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => void saveLater.current(), SAVE_AFTER_MS);
  };
  useEffect(() => {
    if (kept) {
      dispatch(unstoredTaken(place));
      saveSoon();
    }
    return () => {
      clearTimeout(timer.current);
      const { isDirty, ...typed } = latest.current;
      if (isDirty && me) dispatch(pageClosed({ place, by: me.id, ...typed }));
    };
    // eslint-disable-next-line react-hooks/exhaustive-deps -- when the page opens and closes
  }, []);

  const change = (next: ContentDocument): void => {
    latest.current = { ...latest.current, document: next, isDirty: true };
    setDocument(next);
    setState('unsaved');
    setRefused({});
    saveSoon();
  };

  return {
    document,
    change,
    state,
    errors: { ...refused, ...findDocumentErrors(key, document) },
    problem,
    theirs,
    keepMine: () => {
      if (!theirs) return;
      latest.current = { ...latest.current, version: theirs.version, isDirty: true };
      setTheirs(undefined);
      void save();
    },
    takeTheirs: () => {
      if (!theirs) return;
      const next = asDocument(theirs, compiled);
      latest.current = { document: next, version: theirs.version, isDirty: false };
      setDocument(next);
      setState('saved');
      setTheirs(undefined);
      show(theirs);
    },
    publish: async () => {
      setProblem(undefined);
      setRefused({});
      // What was never changed becomes a draft first.
      if (content.draft === null) latest.current = { ...latest.current, isDirty: true };
      if (!(await save())) return false;
      return runAlone(async () => {
        const { version } = latest.current;
        const result = await call(publishContent, { params: { store, key }, body: { version } });
        if (!result.ok) {
          await fail(result.failure, 'publish');
          return false;
        }
        latest.current = { ...latest.current, version: result.value.data.version };
        show(result.value.data);
        return true;
      });
    },
    retry: () => void save(),
  };
};
