import * as Type from '@sinclair/typebox';
import { Check } from '@sinclair/typebox/value';
import { ISOLATED_MEMORY_MB } from '../../server/isolatedNode';
import { formatPage, Visitor } from './checkTrial';

/** More than any release has to say; one that writes without end is ended. */
export const MAX_OUTPUT_BYTES = 4_000_000;

/** Written before each page. */
const Progress = Type.Object({ page: Type.Object({ at: Type.String(), visitor: Visitor }) });

const readText = (error: unknown, name: 'stdout' | 'stderr'): string => {
  const text: unknown = typeof error === 'object' && error !== null ? Reflect.get(error, name) : undefined;
  return typeof text === 'string' ? text.trim() : '';
};

/** What a process that failed has written; else what went wrong with it. */
export const getErrorOutput = (error: unknown): string => readText(error, 'stderr') || String(error);

/** Each line that a process wrote, as JSON; what is none is the release's own. */
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

/** Why a process that tried pages came to no end: the page that was under way. Undefined where none was. */
export const explainPageFailure = (error: unknown, timeoutMs: number): string | undefined => {
  const last = parseLines(readText(error, 'stdout'))
    .filter((line) => Check(Progress, line))
    .at(-1);
  if (!last) return undefined;
  const page = formatPage(last.page.at, last.page.visitor);
  if (wasKilled(error)) return `${page} comes to no end within ${timeoutMs / 1_000} seconds.`;
  if (/heap out of memory|allocation failed/i.test(getErrorOutput(error)))
    return `${page} takes more than ${ISOLATED_MEMORY_MB} MB.`;
  return `${page} ends the process that it runs in.`;
};
