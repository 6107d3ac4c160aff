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
import { useEffect, useRef, useState } from 'react';
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
  /** Why it could not be stored, if no field is to blame. */
  readonly problem: string | undefined;
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
  const { store, key } = content;
  const [document, setDocument] = useState(() => asDocument(content, compiled));
  const [state, setState] = useState<DraftState['state']>('saved');
  const [refused, setRefused] = useState<DocumentErrors>({});
  const [problem, setProblem] = useState<string>();
  const [theirs, setTheirs] = useState<StaffContent>();
  /** What is typed, and the version that it replaces. */
  const latest = useRef({ document, version: content.version, isDirty: false });
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const running = useRef<Promise<boolean>>(undefined);

  const fail = async (failure: ApiFailure): Promise<void> => {
    if (failure.code === 'CHANGED_MEANWHILE') {
      const fresh = await call(getStaffContent, { params: { store, key } });
      if (fresh.ok) return setTheirs(fresh.value.data);
    }
    const fields = Object.entries(failure.fields).map(([path, text]) => [path.replace(/^document\./, ''), text]);
    setRefused(Object.fromEntries(fields) as DocumentErrors);
    if (fields.length === 0) setProblem(failure.message);
  };

  /** Stores what is typed. Returns whether all of it is stored. */
  const save = async (): Promise<boolean> => {
    clearTimeout(timer.current);
    if (running.current) await running.current;
    const { document: sent, version, isDirty } = latest.current;
    if (!isDirty) return true;
    if (Object.keys(findDocumentErrors(key, sent)).length > 0) return false;
    setState('saving');
    setProblem(undefined);
    setRefused({});
    running.current = (async () => {
      const result = await saveDraft(call, content, version, sent);
      if (!result.ok) {
        setState('failed');
        await fail(result.failure);
        return false;
      }
      latest.current = {
        ...latest.current,
        version: result.value.data.version,
        isDirty: latest.current.document !== sent,
      };
      setState(latest.current.isDirty ? 'unsaved' : 'saved');
      show(result.value.data);
      return true;
    })();
    const isStored = await running.current;
    running.current = undefined;
    return isStored && latest.current.isDirty ? save() : isStored;
  };
  const saveLater = useRef(save);
  saveLater.current = save;
  useEffect(() => () => clearTimeout(timer.current), []);

  const change = (next: ContentDocument): void => {
    latest.current = { ...latest.current, document: next, isDirty: true };
    setDocument(next);
    setState('unsaved');
    setRefused({});
    clearTimeout(timer.current);
    timer.current = setTimeout(() => void saveLater.current(), SAVE_AFTER_MS);
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
      // What was never changed becomes a draft first.
      if (content.draft === null) latest.current = { ...latest.current, isDirty: true };
      if (!(await save())) return false;
      const result = await call(publishContent, {
        params: { store, key },
        body: { version: latest.current.version },
      });
      if (!result.ok) {
        await fail(result.failure);
        return false;
      }
      latest.current = { ...latest.current, version: result.value.data.version, isDirty: false };
      show(result.value.data);
      return true;
    },
    retry: () => void save(),
  };
};
