import {
  applyStaffImport,
  discardImport,
  listImports,
  planImportAgain,
  undoStaffImport,
  uploadImport,
  type AnswerOf,
  type ImportChoices as Choices,
  type ImportRow,
} from '@shop/contracts';
import type { Result } from '@shop/shared/api-client';
import { FileUp } from 'lucide-react';
import { use, useEffect, useRef, useState } from 'react';
import { PageHead } from '../../frame/PageHead';
import { ToastContext } from '../../frame/Toasts';
import { useFocusHome } from '../../frame/useFocusHome';
import { useAddress } from '../../list/useAddress';
import { Button } from '../../parts/Button';
import { Panel } from '../../parts/Panel';
import { Banner, FailedState, LoadingRows } from '../../parts/States';
import { useUploads } from '../../pictures/useUploads';
import { useCall, useLoaded } from '../../useApi';
import { FileHelp } from './FileHelp';
import { ImportChoices } from './ImportChoices';
import { ImportPlan } from './ImportPlan';
import { LastImports } from './LastImports';
import { PictureUploads } from './PictureUploads';
import { sortFiles } from './sortFiles';
import { UndoDialog } from './UndoDialog';
import { useDroppedFiles } from './useDroppedFiles';
import { isPending, useImport } from './useImport';
import styles from './ImportPage.module.css';

const NO_CHOICES: Choices = { store: '', category: '', brand: '', create: false };
const FOCUS_HOME = ['h1'];
const ACCEPTED = '.csv,.tsv,.txt,.jpg,.jpeg,.png,.webp,.avif,.gif';

/** The product file that waits for the pictures, is sent, or was not taken. */
interface WaitingFile {
  readonly file: File;
  readonly state: 'waiting' | 'sending' | 'failed';
  readonly error: string;
}

type Answer = Result<AnswerOf<typeof applyStaffImport>>;

/** Brings in product files with their pictures: dropped, planned, looked at, imported, and undone. */
export function ImportPage() {
  const { read, change } = useAddress();
  const call = useCall();
  const toast = use(ToastContext);
  const id = read('import');
  const { found, failure, reload, show } = useImport(id);
  const list = useLoaded(listImports, {}, `${id} ${found?.state}`);
  const uploads = useUploads();
  const [choices, setChoices] = useState(NO_CHOICES);
  const [waiting, setWaiting] = useState<WaitingFile>();
  const [leftOut, setLeftOut] = useState<readonly string[]>([]);
  const [busy, setBusy] = useState(false);
  /** The import that somebody is asked about. */
  const [toUndo, setToUndo] = useState<ImportRow>();
  const input = useRef<HTMLInputElement>(null);
  useFocusHome(FOCUS_HOME);

  // What was chosen for this file, also in another tab.
  const planned = found && JSON.stringify(found.options);
  useEffect(() => {
    if (planned !== undefined) setChoices(JSON.parse(planned) as Choices);
  }, [planned]);

  const take = (files: readonly File[]): void => {
    const { pictures, products, leftOut: others } = sortFiles(files);
    setLeftOut(others);
    if (pictures.length > 0) uploads.add(pictures);
    if (products) setWaiting({ file: products, state: 'waiting', error: '' });
  };
  const isOver = useDroppedFiles(take);

  const isSendingPictures = uploads.uploads.some(({ state }) => state === 'waiting' || state === 'sending');
  const mayBeReplaced = found !== undefined && isPending(found.state);
  const send = async ({ file }: WaitingFile): Promise<void> => {
    setWaiting({ file, state: 'sending', error: '' });
    const { create, ...named } = choices;
    const query = { name: file.name, ...named, ...(create && { create: 'true' as const }) };
    const result = await call(uploadImport, { query, body: file });
    if (!result.ok) return setWaiting({ file, state: 'failed', error: result.failure.message });
    setWaiting(undefined);
    // The corrected file replaces the one before.
    if (mayBeReplaced) await call(discardImport, { params: { id } });
    show(result.value.data);
    change({ import: String(result.value.data.id) });
  };
  const isDue = waiting?.state === 'waiting' && !isSendingPictures;
  const latestSend = useRef(send);
  latestSend.current = send;
  useEffect(() => {
    if (isDue && waiting) void latestSend.current(waiting);
  }, [isDue, waiting]);

  /** Asks something of the API, and shows what the import is like then. */
  const ask = async (asked: Promise<Answer>): Promise<void> => {
    setBusy(true);
    const result = await asked;
    setBusy(false);
    if (result.ok) return show(result.value.data);
    toast({ text: result.failure.message, isError: true });
    reload();
  };
  const plan = (changes: Partial<Choices>): void => {
    const next = { ...choices, ...changes };
    setChoices(next);
    if (mayBeReplaced) void ask(call(planImportAgain, { params: { id }, body: next }));
  };
  const discard = async (): Promise<void> => {
    setBusy(true);
    const result = await call(discardImport, { params: { id } });
    setBusy(false);
    if (result.ok) change({ import: '' });
    else toast({ text: result.failure.message, isError: true });
  };
  const undo = ({ id: row }: ImportRow): void => {
    const undone = String(row);
    setToUndo(undefined);
    change({ import: undone });
    void ask(call(undoStaffImport, { params: { id: undone } }));
  };

  const { items = [], categories = [], brands = [] } = list.value?.data ?? {};
  return (
    <>
      <PageHead
        title="Import products"
        text="A CSV, also an export of WooCommerce, Shopify or Etsy, and its pictures."
      />
      <div className={styles.page}>
        <Panel>
          <div className={styles.drop} data-over={isOver || undefined}>
            <FileUp aria-hidden />
            <p>
              <b>Drop a product file and pictures here</b>
              <br />
              or paste them. The file finds pictures by the names of their files.
            </p>
            <Button onClick={() => input.current?.click()}>Choose files</Button>
            <input
              ref={input}
              type="file"
              multiple
              hidden
              accept={ACCEPTED}
              aria-label="Product file and pictures"
              onChange={({ target }) => {
                take([...(target.files ?? [])]);
                target.value = '';
              }}
            />
          </div>
          <FileHelp />
          {leftOut.length > 0 && (
            <div role="alert" className={styles.leftOut}>
              {leftOut.map((text) => (
                <p key={text}>{text}</p>
              ))}
            </div>
          )}
          <PictureUploads {...uploads} />
          {waiting && waiting.state !== 'failed' && (
            <p role="status" className={styles.note}>
              {waiting.state === 'sending'
                ? `${waiting.file.name} is being sent …`
                : `${waiting.file.name} waits until the pictures are sent.`}
            </p>
          )}
          {waiting?.state === 'failed' && (
            <Banner>
              <span>
                {waiting.file.name}: {waiting.error}
              </span>
              <Button onClick={() => void send(waiting)}>Try again</Button>
            </Banner>
          )}
          <ImportChoices choices={choices} categories={categories} brands={brands} onChange={plan} />
        </Panel>
        {id !== '' && failure && !found && <FailedState failure={failure} onRetry={reload} />}
        {id !== '' && !failure && !found && <LoadingRows count={3} />}
        {found && failure && (
          <Banner>
            <span>{failure.message} What you see is from before.</span>
            <Button onClick={reload}>Try again</Button>
          </Banner>
        )}
        {found && (
          <ImportPlan
            found={found}
            busy={busy}
            onApply={() => void ask(call(applyStaffImport, { params: { id }, body: { hash: found.hash ?? '' } }))}
            onUndo={() => setToUndo(found)}
            onDiscard={() => void discard()}
            onPlan={plan}
          />
        )}
        {list.failure && !list.value && <FailedState failure={list.failure} onRetry={list.reload} />}
        <LastImports imports={items} onUndo={setToUndo} />
      </div>
      {toUndo && <UndoDialog row={toUndo} onClose={() => setToUndo(undefined)} onUndo={() => undo(toUndo)} />}
    </>
  );
}
