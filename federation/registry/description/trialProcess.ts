import * as Type from '@sinclair/typebox';
import { Check } from '@sinclair/typebox/value';
import { ISOLATED_MEMORY_MB } from '@shop/runtime/isolatedNode';
import { formatPage, Visitor } from './checkTrial';

/** More than any release needs; a process that writes more is killed. */
export const MAX_OUTPUT_BYTES = 4_000_000;

/** Written before each page is opened. */
const Progress = Type.Object({ page: Type.Object({ at: Type.String(), visitor: Visitor }) });

const readProperty = (error: unknown, name: 'killed' | 'signal' | 'stdout' | 'stderr'): unknown =>
  typeof error === 'object' && error !== null ? Reflect.get(error, name) : undefined;

const readText = (error: unknown, name: 'stdout' | 'stderr'): string => {
  const text = readProperty(error, name);
  return typeof text === 'string' ? text.trim() : '';
};

/** Returns the error output of a failed process, or the error itself. */
const getErrorOutput = (error: unknown): string => readText(error, 'stderr') || String(error);

/** Parses each line of output as JSON; other lines come from the release and are skipped. */
export const parseLines = (stdout: string): unknown[] =>
  stdout.split('\n').flatMap((line) => {
    try {
      return [JSON.parse(line) as unknown];
    } catch {
      return [];
    }
  });

/** Finds the page that a trial process was working on; undefined if it had not started one. */
const findLastPage = (error: unknown): string | undefined => {
  const last = parseLines(readText(error, 'stdout'))
    .filter((line) => Check(Progress, line))
    .at(-1);
  return last && formatPage(last.page.at, last.page.visitor);
};

/** V8 reports its own limit, and aborts. Without a report, the system has ended the process. */
const ranOutOfMemory = (error: unknown): boolean =>
  /heap out of memory|allocation failed/i.test(getErrorOutput(error)) ||
  ['SIGKILL', 'SIGABRT'].includes(String(readProperty(error, 'signal')));

/** Explains why a trial process did not finish, with the page it was working on. */
export const explainFailure = (error: unknown, timeoutMs: number): string => {
  const page = findLastPage(error);
  const subject = page ?? 'Its node build does not run: while it was loaded, it';
  if (readProperty(error, 'killed') === true) return `${subject} did not finish within ${timeoutMs / 1_000} seconds.`;
  if (ranOutOfMemory(error)) return `${subject} used more than ${ISOLATED_MEMORY_MB} MB of memory.`;
  if (page !== undefined) return `${page} ended its process.`;
  // Node prints the throwing line before the error itself.
  const lines = getErrorOutput(error).split('\n');
  return `Its node build does not run: ${lines.find((line) => /^\w*Error\b/.test(line)) ?? lines.slice(0, 3).join(' ')}`;
};
