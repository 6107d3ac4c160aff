import type { ProductImage } from '@shop/contracts';
import type { AppContext } from '../../../AppContext';
import { addMs } from '../../../clock';
import { findPicturesByName } from '../../pictures/picturesRepository';
import { ImportBusy } from '../productsImportRepository';
import { applyImport } from './applyImport';
import { createPlan, type FindPictures } from './createPlan';
import {
  endApplying,
  failImport,
  leaseDueImport,
  postponeImport,
  prolongImportLease,
  readImportFile,
  saveProgress,
  type DueImport,
} from './importsRepository';
import { readProductFile } from './readProductFile';
import { storePlan } from './storePlan';
import { undoImport } from './undoImport';

type ImportContext = Pick<AppContext, 'database' | 'clock'>;

/** An import whose process dies is taken up this much later. */
const LEASE_MS = 60_000;
const PROLONG_MS = 15_000;
/** A file that has ended so many processes is not tried again. */
const MAX_ATTEMPTS = 3;
const RETRY_PAUSE_MS = 10_000;
/** For pictures, and for another import. */
const TURN_PAUSE_MS = 1_000;
const PROGRESS_INTERVAL_MS = 500;

const FAILURES: Readonly<Record<DueImport['state'], string>> = {
  planning: 'This file could not be planned. Split it, and try each part.',
  applying: 'The import did not come to its end, and nothing was changed. Plan it again, or split the file.',
  undoing: 'Undoing did not come to its end, and nothing was changed.',
};

/** Pictures that the file names are being made. */
class PicturesWaiting extends Error {
  override name = 'PicturesWaiting';
}

/** The process ends; another one goes on. */
class Stopped extends Error {
  override name = 'Stopped';
}

/** Why work is put off that has not failed. */
const readPause = (error: unknown): string | undefined => {
  if (error instanceof PicturesWaiting) return 'It waits for its pictures, whose sizes are being made.';
  if (error instanceof ImportBusy) return 'It waits for another import.';
  return error instanceof Stopped ? '' : undefined;
};

const findPictures: FindPictures = async (connection, names) => {
  const found = await findPicturesByName(connection, names);
  if ([...found.values()].some(({ state }) => state === 'waiting')) throw new PicturesWaiting();
  return new Map(
    [...found].map(([name, { url, width, height, alt }]): [string, ProductImage] => [
      name,
      { url, width, height, alt },
    ]),
  );
};

type Progress = (done: number, total: number) => void;

/** Saves how far it is, now and then, and ends the work if the process ends. */
const createProgress = ({ database }: ImportContext, due: DueImport, signal: AbortSignal | undefined): Progress => {
  let savedAt = 0;
  let saving: Promise<void> | undefined;
  return (done, total) => {
    if (signal?.aborted) throw new Stopped();
    const now = performance.now();
    if (saving || now - savedAt < PROGRESS_INTERVAL_MS) return;
    savedAt = now;
    // Nobody waits for it, and a number that is missing harms nobody.
    saving = saveProgress(database, due, done, total)
      .catch(() => undefined)
      .finally(() => (saving = undefined));
  };
};

const readFile = ({ database }: ImportContext, { id }: DueImport, now: Date) =>
  readProductFile(readImportFile(database, id), now);

const plan = async (context: ImportContext, due: DueImport, onProgress: Progress): Promise<void> => {
  const { database, clock } = context;
  const now = clock.now();
  const file = await readFile(context, due, now);
  const input = { file, options: due.options, findPictures, now, onProgress };
  await storePlan(database, due, await createPlan(database, input), { format: file.format, isOther: false });
};

const apply = async (context: ImportContext, due: DueImport, onProgress: Progress): Promise<void> => {
  const { database, clock } = context;
  const { actor, fileName, options, hash } = due;
  const now = clock.now();
  const file = await readFile(context, due, now);
  const applied = await applyImport(database, {
    ...{ file, options, findPictures, now, actor, fileName, waits: false },
    hash: hash ?? '',
    onProgress: () => onProgress(0, 0),
    onWritten: onProgress,
    keep: async (connection, record) => {
      if (!(await endApplying(connection, due, record))) throw new Stopped();
      return due.id;
    },
  });
  if (applied.id === undefined) await storePlan(database, due, applied.plan, { format: file.format, isOther: true });
};

const undo = async ({ database, clock }: ImportContext, due: DueImport): Promise<void> => {
  const actor = due.undoneBy ?? due.actor;
  const result = await undoImport(database, { id: due.id, actor, now: clock.now(), waits: false });
  if ('refusal' in result) await failImport(database, due, result.refusal);
};

const WORK = { planning: plan, applying: apply, undoing: undo } as const;

const runImport = async (context: ImportContext, due: DueImport, signal: AbortSignal | undefined): Promise<void> => {
  const { database, clock } = context;
  if (due.attempts > MAX_ATTEMPTS) return failImport(database, due, FAILURES[due.state]);
  const prolonging = setInterval(
    () => void prolongImportLease(database, due, addMs(clock.now(), LEASE_MS)).catch(() => undefined),
    PROLONG_MS,
  );
  try {
    await WORK[due.state](context, due, createProgress(context, due, signal));
  } catch (error) {
    const reason = readPause(error);
    const pauseMs = error instanceof Stopped ? 0 : reason === undefined ? RETRY_PAUSE_MS : TURN_PAUSE_MS;
    const until = addMs(clock.now(), pauseMs);
    await postponeImport(database, due, { reason: reason ?? '', until, isAttempt: reason === undefined });
    if (reason === undefined) throw error;
  } finally {
    clearInterval(prolonging);
  }
};

/** Plans, applies and undoes imports that wait, one after the other. */
export const runDueImports = async (context: ImportContext, signal?: AbortSignal): Promise<void> => {
  const { database, clock } = context;
  while (!signal?.aborted) {
    const now = clock.now();
    const due = await leaseDueImport(database, now, addMs(now, LEASE_MS));
    if (!due) return;
    await runImport(context, due, signal);
  }
};
