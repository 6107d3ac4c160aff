/** What is wrong with a file, and where. */
export interface ImportProblem {
  readonly line: number;
  /** '' if it concerns the whole line. */
  readonly column: string;
  /** Continues a sentence that begins with the column's name. */
  readonly message: string;
  /** What is wrong, without the value; the message by default. */
  readonly cause?: string;
}

/** Problems of one cause in more lines than this are one. */
const MAX_REPEATED = 3;

/** Groups problems of one cause, which are the same column and rule, by line. */
const groupProblems = (problems: readonly ImportProblem[]): ImportProblem[][] => {
  const groups = new Map<string, ImportProblem[]>();
  for (const problem of [...problems].sort((a, b) => a.line - b.line)) {
    const key = JSON.stringify([problem.column, problem.cause ?? problem.message]);
    const group = groups.get(key);
    if (group) group.push(problem);
    else groups.set(key, [problem]);
  }
  const grouped = [...groups.values()].flatMap((group) =>
    group.length > MAX_REPEATED ? [group] : group.map((problem) => [problem]),
  );
  return grouped.sort(([a], [b]) => (a?.line ?? 0) - (b?.line ?? 0));
};

const describeProblem = ({ line, column, message }: ImportProblem): string =>
  `line ${line}${column === '' ? '' : `, ${column}`}: ${message}`;

/** Describes each cause once. */
export const describeProblems = (problems: readonly ImportProblem[]): string[] =>
  groupProblems(problems).flatMap(([first, ...others]) =>
    first
      ? `${describeProblem(first)}${others.length === 0 ? '' : ` (and ${others.length} more lines, up to ${others.at(-1)?.line})`}`
      : [],
  );
