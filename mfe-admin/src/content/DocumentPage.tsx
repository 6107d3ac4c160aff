import {
  discardContentDraft,
  EVERY_STORE,
  getStaffContent,
  isPostKey,
  restoreContent,
  unpublishContent,
  type ContentDocument,
  type ContentKey,
  type DocumentKey,
  type HomeDocument,
  type MailsDocument,
  type MenuDocument,
  type PostDocument,
  type StaffContent,
  type TextDocument,
} from '@shop/contracts';
import { findDocumentErrors } from '@shop/contracts/findDocumentErrors';
import { findStorefrontBySlug, type StorefrontId } from '@shop/contracts/storefronts';
import { useAppSelector } from '@shop/shared/state';
import { ArrowLeft, History, Send, Undo2 } from 'lucide-react';
import { lazy, Suspense, use, useEffect, useRef, useState } from 'react';
import { useBlocker, useNavigate, useParams } from 'react-router-dom';
import { PageHead } from '../frame/PageHead';
import { ToastContext } from '../frame/Toasts';
import { useKeys } from '../frame/useKeys';
import { useModLabel } from '../frame/useModLabel';
import { Button, ButtonLink } from '../parts/Button';
import { Dialog } from '../parts/Dialog';
import { formatInstant, formatWhen } from '../parts/formatWhen';
import { Banner, EmptyState, FailedState, LoadingRows } from '../parts/States';
import { StoreMark } from '../parts/StoreMark';
import { useCall, useLoaded } from '../useApi';
import { bringUp } from './bringUp';
import { ConflictPanel } from './ConflictPanel';
import { ContentChips } from './ContentPage';
import { getDocumentName, getDocumentPath, getPostsPath, isContentKey, isDocumentKey } from './describeContent';
import { HomeEditor } from './HomeEditor';
import { loadCompiled } from './loadCompiled';
import { MenuEditor } from './MenuEditor';
import { PostEditor } from './PostEditor';
import { PostChips } from './PostsPage';
import { Preview } from './Preview';
import { saveDraft } from './saveDraft';
import { showField } from './showField';
import { TextEditor } from './TextEditor';
import { PlacedUploadsContext, usePlacedUploads } from './usePlacedUploads';
import { isReadable, readPost, useDraft, type DraftState } from './useDraft';
import styles from './DocumentPage.module.css';

/** Half as large as this page, and for one document only. */
const MailsEditor = lazy(async () => ({
  default: (await import(/* webpackChunkName: "admin-mails" */ '../mails/MailsEditor')).MailsEditor,
}));

function BackLink({ store, pageKey }: { readonly store: string; readonly pageKey: string }) {
  const isPost = isPostKey(pageKey);
  return (
    <ButtonLink tone="quiet" icon={ArrowLeft} to={isPost ? getPostsPath(store) : '/admin/content'}>
      {isPost ? 'Posts' : 'Content'}
    </ButtonLink>
  );
}

/** What was compiled; undefined while it loads. */
const useCompiled = (id: StorefrontId | undefined, key: ContentKey | undefined): ContentDocument | undefined => {
  const [loaded, setLoaded] = useState<ContentDocument>();
  useEffect(() => {
    let isCurrent = true;
    if (id !== undefined && key !== undefined)
      void loadCompiled(id, key).then((document) => isCurrent && setLoaded(document));
    return () => void (isCurrent = false);
  }, [id, key]);
  return loaded;
};

/** A page of the shop that is written: its fields beside the page itself. */
export function DocumentPage() {
  const { store = '', key = '' } = useParams();
  return <Loaded key={`${store}/${key}`} store={store} pageKey={key} />;
}

function Loaded({ store, pageKey }: { readonly store: string; readonly pageKey: string }) {
  const known = useAppSelector(({ storefront }) => storefront.storeConfig);
  const { value, failure, loading, reload, replace } = useLoaded(
    getStaffContent,
    { params: { store, key: pageKey } },
    '',
  );
  // The texts of all storefronts are compiled once.
  const id = store === EVERY_STORE ? (Object.keys(known)[0] as StorefrontId) : findStorefrontBySlug(known, store);
  const compiled = useCompiled(id, isContentKey(pageKey) ? pageKey : undefined);
  /** Begins anew with what a call has answered: a restored version, or none. */
  const [round, setRound] = useState(0);
  const show = (data: StaffContent): void => replace({ status: true, message: '', data });
  const isPost = isPostKey(pageKey);
  const begun = isPost ? value && readPost(value.data) : compiled;
  const isForeign = isPost && value !== undefined && !begun;
  if (value && begun && isDocumentKey(pageKey))
    return (
      <Editor
        key={round}
        content={{ ...value.data, key: pageKey }}
        compiled={begun}
        show={show}
        restart={(data) => {
          show(data);
          setRound((before) => before + 1);
        }}
      />
    );
  return (
    <>
      <PageHead title={isDocumentKey(pageKey) ? getDocumentName(pageKey) : 'Content'}>
        <BackLink store={store} pageKey={pageKey} />
      </PageHead>
      {failure?.code === 'CONTENT_NOT_FOUND' ? (
        <EmptyState title="There is no such page" text="Its address is mistyped." />
      ) : (
        failure && <FailedState failure={failure} onRetry={reload} />
      )}
      {isForeign && (
        <EmptyState
          title="This post cannot be shown here"
          text="A newer release of the shop has written it. Shoppers see it as it was published."
        />
      )}
      {!failure && !isForeign && (loading || !begun) && <LoadingRows count={8} />}
    </>
  );
}

interface EditorProps {
  readonly content: StaffContent;
  readonly compiled: ContentDocument;
  readonly show: (content: StaffContent) => void;
  readonly restart: (content: StaffContent) => void;
}

function Editor({ content, compiled, show, restart }: EditorProps) {
  const { store, key } = content;
  const call = useCall();
  const toast = use(ToastContext);
  const mod = useModLabel();
  const navigate = useNavigate();
  const draft = useDraft({ content, compiled, show });
  const [isPublishing, setIsPublishing] = useState(false);
  const [isHistory, setIsHistory] = useState(false);
  const form = useRef<HTMLDivElement>(null);
  const reason = useRef<HTMLDivElement>(null);
  /** How often the API has refused to publish this. */
  const [refusals, setRefusals] = useState(0);
  useEffect(() => {
    if (refusals > 0) bringUp(reason.current);
  }, [refusals]);
  const wrong = Object.keys(draft.errors);

  const publish = async (): Promise<void> => {
    if (isPublishing) return;
    // What only the API has refused may be right by now.
    const [first] = Object.keys(findDocumentErrors(key, draft.document));
    if (first !== undefined) return showField(form.current, first);
    setIsPublishing(true);
    const isPublished = await draft.publish();
    setIsPublishing(false);
    if (!isPublished) return setRefusals((before) => before + 1);
    toast({
      text:
        key === 'mails'
          ? 'The words are published. Mails have them from now on.'
          : `${getDocumentName(key)} is published. Shoppers see it within five seconds.`,
    });
  };
  useKeys({ 'mod+enter': () => void publish(), 'mod+s': () => draft.retry() });

  const isUnsaved = useRef(false);
  isUnsaved.current = draft.state !== 'saved';
  const blocker = useBlocker(() => isUnsaved.current);
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent): void => {
      if (isUnsaved.current) event.preventDefault();
    };
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, []);
  // What is still being saved when somebody leaves is not lost: it goes on by itself.
  const { state: blocked, proceed, reset } = blocker;
  useEffect(() => {
    if (blocked === 'blocked' && draft.state === 'saved') proceed();
  }, [blocked, draft.state, proceed]);
  useEffect(() => {
    if (blocked === 'blocked' && wrong.length === 0 && draft.state === 'unsaved') draft.retry();
    // eslint-disable-next-line react-hooks/exhaustive-deps -- once, when somebody leaves
  }, [blocked]);

  /** Puts back what was written before the draft became what `after` has. */
  const takeBack = async (after: StaffContent): Promise<void> => {
    const wasWritten = content.draft !== null || draft.state !== 'saved';
    const result = wasWritten
      ? await saveDraft(call, content, after.version, draft.document)
      : await call(discardContentDraft, { params: { store, key }, body: { version: after.version } });
    if (!result.ok) return toast({ text: result.failure.message, isError: true });
    restart(result.value.data);
    void navigate(getDocumentPath(content));
  };
  const beginWith = (after: StaffContent, text: string): void => {
    // What a newer release has written, this one cannot put back.
    toast({ text, undo: isReadable(content) ? () => void takeBack(after) : undefined });
    if (after.shown || after.draft) return restart(after);
    void navigate(getPostsPath(store));
  };
  const discard = async (): Promise<void> => {
    const result = await call(discardContentDraft, { params: { store, key }, body: { version: content.version } });
    if (!result.ok) return toast({ text: result.failure.message, isError: true });
    beginWith(result.value.data, 'The draft is discarded.');
  };
  return (
    <>
      <PageHead
        title={getDocumentName(key)}
        chips={
          <>
            {store !== EVERY_STORE && <StoreMark store={store} />}
            {isPostKey(key) ? <PostChips post={content} /> : <ContentChips state={content} />}
          </>
        }
      >
        <BackLink store={store} pageKey={key} />
        <Button tone="quiet" icon={History} onClick={() => setIsHistory(true)}>
          History
        </Button>
        {content.draft && (
          <Button tone="quiet" icon={Undo2} onClick={() => void discard()}>
            Discard draft
          </Button>
        )}
        <Button
          tone="primary"
          icon={Send}
          shortcut={mod('↵')}
          busy={isPublishing && 'Publishing'}
          onClick={() => void publish()}
        >
          Publish
        </Button>
      </PageHead>
      {!isReadable(content) && (
        <Banner>
          A newer release of the shop has written this page. What you see is the page as designed; publishing replaces
          theirs.
        </Banner>
      )}
      {draft.theirs && (
        <ConflictPanel mine={draft.document} theirs={draft.theirs} onKeep={draft.keepMine} onTake={draft.takeTheirs} />
      )}
      {draft.problem !== undefined && (
        <Banner ref={draft.theirs ? undefined : reason}>
          <span>{draft.problem.text}</span>
          <Button onClick={() => (draft.problem?.retry === 'publish' ? void publish() : draft.retry())}>
            Try again
          </Button>
        </Banner>
      )}
      {wrong.length > 0 && (
        <Banner ref={draft.theirs || draft.problem !== undefined ? undefined : reason}>
          <span>{wrong.length === 1 ? '1 field to correct.' : `${wrong.length} fields to correct.`}</span>
          <Button onClick={() => wrong[0] !== undefined && showField(form.current, wrong[0])}>Show</Button>
        </Banner>
      )}
      {key === 'mails' ? (
        <div ref={form}>
          <Suspense fallback={<LoadingRows count={8} />}>
            <MailsEditor
              store={store}
              document={draft.document as MailsDocument}
              errors={draft.errors}
              onChange={draft.change}
              version={content.version}
              note={describeState(draft.state, content)}
              isStored={draft.state === 'saved'}
            />
          </Suspense>
        </div>
      ) : (
        <div className={styles.page} data-preview={key === 'menu' ? undefined : ''}>
          <div ref={form} className={styles.fields}>
            <DocumentForm pageKey={key} draft={draft} />
          </div>
          {key !== 'menu' && <Preview url={content.preview_url} note={describeState(draft.state, content)} />}
        </div>
      )}
      {isHistory && (
        <HistoryDialog content={content} onClose={() => setIsHistory(false)} restart={restart} beginWith={beginWith} />
      )}
      {blocked === 'blocked' && draft.state !== 'saving' && (wrong.length > 0 || draft.state === 'failed') && (
        <Dialog
          title="Leave without saving?"
          onClose={() => reset()}
          actions={
            <>
              <Button onClick={() => reset()}>Stay</Button>
              <Button tone="danger" onClick={() => proceed()}>
                Leave, and lose the last changes
              </Button>
            </>
          }
        >
          <p>The last changes are not saved, because something is to be corrected.</p>
        </Dialog>
      )}
    </>
  );
}

const describeState = (state: DraftState['state'], { draft, key }: StaffContent): string => {
  switch (state) {
    case 'saving':
      return 'Saving …';
    case 'unsaved':
      return 'Not saved yet';
    case 'failed':
      return 'Not saved';
    case 'saved':
      if (draft) return `Draft, saved ${formatWhen(draft.at)}`;
      return key === 'mails' ? 'As customers get it' : 'As shoppers see it';
  }
};

function DocumentForm({ pageKey, draft }: { readonly pageKey: DocumentKey; readonly draft: DraftState }) {
  return (
    <PlacedUploadsContext value={usePlacedUploads(draft.document, draft.change)}>
      <Fields pageKey={pageKey} draft={draft} />
    </PlacedUploadsContext>
  );
}

function Fields({ pageKey, draft }: { readonly pageKey: DocumentKey; readonly draft: DraftState }) {
  const { document, errors, change } = draft;
  if (pageKey === 'home') return <HomeEditor document={document as HomeDocument} errors={errors} onChange={change} />;
  if (pageKey === 'menu') return <MenuEditor document={document as MenuDocument} errors={errors} onChange={change} />;
  if (isPostKey(pageKey)) return <PostEditor document={document as PostDocument} errors={errors} onChange={change} />;
  return <TextEditor document={document as TextDocument} errors={errors} onChange={change} />;
}

interface HistoryDialogProps {
  readonly content: StaffContent;
  readonly onClose: () => void;
  readonly restart: (content: StaffContent) => void;
  /** Begins with another draft, which can be undone. */
  readonly beginWith: (content: StaffContent, text: string) => void;
}

/** What was published before: each can become the draft, and the compiled page can come back. */
function HistoryDialog({ content, onClose, restart, beginWith }: HistoryDialogProps) {
  const { store, key, history, published, version, shown } = content;
  const isPost = isPostKey(key);
  const call = useCall();
  const toast = use(ToastContext);
  const [problem, setProblem] = useState<string>();
  const restore = async (number: number): Promise<void> => {
    const result = await call(restoreContent, { params: { store, key }, body: { version, number } });
    if (!result.ok) return setProblem(Object.values(result.failure.fields)[0] ?? result.failure.message);
    beginWith(result.value.data, `Version ${number} is the draft now. Publish it to show it.`);
    onClose();
  };
  const withdraw = async (): Promise<void> => {
    const result = await call(unpublishContent, { params: { store, key }, body: { version } });
    if (!result.ok) return setProblem(result.failure.message);
    restart(result.value.data);
    toast({
      text: isPost ? 'The post is out of the blog, and a draft.' : 'Shoppers see the page as designed again.',
    });
    onClose();
  };
  return (
    <Dialog
      title="History"
      onClose={onClose}
      actions={
        <>
          {isPost && shown && <Button onClick={() => void withdraw()}>Take it out of the blog</Button>}
          {!isPost && published && <Button onClick={() => void withdraw()}>Show it as designed</Button>}
          <Button tone="quiet" onClick={onClose}>
            Close
          </Button>
        </>
      }
    >
      {problem !== undefined && (
        <p role="alert" className={styles.error}>
          {problem}
        </p>
      )}
      {history.length === 0 && (
        <p>
          {isPost
            ? 'Staff have published nothing yet.'
            : 'Nothing was published yet. Shoppers see the page as designed.'}
        </p>
      )}
      <ol className={styles.history}>
        {history.map(({ number, at, by }) => (
          <li key={number}>
            <span>
              Version {number}, {by}, <time title={formatInstant(at)}>{formatWhen(at)}</time>
            </span>
            {number === published?.number ? (
              <span>Shown now</span>
            ) : (
              <Button onClick={() => void restore(number)}>Restore</Button>
            )}
          </li>
        ))}
      </ol>
    </Dialog>
  );
}
