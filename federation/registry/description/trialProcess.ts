import * as Type from '@sinclair/typebox';
import { Check } from '@sinclair/typebox/value';
import { ISOLATED_MEMORY_MB } from '@shop/runtime/isolatedNode';
import { formatPage, Visitor } from './checkTrial';

/** More than any release needs; a process that writes more is killed. */
export const MAX_OUTPUT_BYTES = 4_000_000;

/** Written before each page is opened. */
const Progress = Type.Object({ page: Type.Object({ at: Type.String(), visitor: Visitor }) });

const readText = (error: unknown, name: 'stdout' | 'stderr'): string => {
  const text: unknown = typeof error === 'object' && error !== null ? Reflect.get(error, name) : undefined;
  return typeof text === 'string' ? text.trim() : '';
};

/** Returns the error output of a failed process, or the error itself. */
export const getErrorOutput = (error: unknown): string => readText(error, 'stderr') || String(error);

/** Parses each line of output as JSON; other lines come from the release and are skipped. */
export const parseLines = (stdout: string): unknown[] =>
  stdout.split('\n').flatMap((line) => {
    try {
      return [JSON.parse(line) as unknown];
    } catch {
      return [];
    }
  });

const wasKilled = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && Reflect.get(error, 'killed') === true;

/**
 * Explains why a trial process did not finish, by the page it was working on. Undefined if it had not started a page.
 */
export const explainPageFailure = (error: unknown, timeoutMs: number): string | undefined => {
  const last = parseLines(readText(error, 'stdout'))
    .filter((line) => Check(Progress, line))
    .at(-1);
  if (!last) return undefined;
  const page = formatPage(last.page.at, last.page.visitor);
  if (wasKilled(error)) return `${page} does not finish within ${timeoutMs / 1_000} seconds.`;
  if (/heap out of memory|allocation failed/i.test(getErrorOutput(error)))
    return `${page} uses more than ${ISOLATED_MEMORY_MB} MB.`;
  return `${page} ends its process.`;
};
