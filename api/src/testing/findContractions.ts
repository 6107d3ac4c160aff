/** Statements that a release before this one does not survive, whatever it names. */
const REFUSED: readonly (readonly [pattern: RegExp, reason: string])[] = [
  [/^ALTER .*\bRENAME\b/i, 'renames: add the new name, and drop the old one once no release names it'],
  [/^ALTER .*\bSET SCHEMA\b/i, 'moves to another schema, where the release before does not find it'],
  [/^ALTER TABLE .*\bDROP DEFAULT\b/i, 'drops a default, which the release before may rely on'],
  [/^TRUNCATE\b/i, 'removes rows that the release before reads'],
];

const DROPPED_OBJECT =
  /^DROP (?:TABLE|VIEW|MATERIALIZED VIEW|SEQUENCE|TYPE|FUNCTION|PROCEDURE|SCHEMA|EXTENSION) (?:IF EXISTS )?(.+)$/i;
const DROPPED_COLUMN =
  /\bDROP (?!CONSTRAINT\b|DEFAULT\b|NOT NULL\b|EXPRESSION\b|IDENTITY\b)(?:COLUMN )?(?:IF EXISTS )?"?(\w+)/gi;

/** Leaves what a statement does itself: without comments, texts and the bodies of functions. */
const strip = (statement: string): string =>
  statement
    .replace(/\$(\w*)\$[\s\S]*?\$\1\$/g, "''")
    .replace(/'[^']*'/g, "''")
    .replace(/(?<!-)--.*$/gm, '')
    .replace(/\s+/g, ' ')
    .trim();

/** Names of a list such as `"public"."orders", lines(text[]) CASCADE`, without schemas and arguments. */
const readNames = (list: string): string[] =>
  list
    .replace(/\([^()]*\)/g, '')
    .split(',')
    .flatMap((name) => /^(?:"?\w+"?\.)?"?(\w+)/.exec(name.trim())?.[1] ?? []);

interface Contractions {
  /** Why a release before this one would fail. */
  readonly refused: readonly string[];
  /** Columns, tables and functions that are dropped. */
  readonly dropped: readonly string[];
}

/** Finds what a migration takes from the schema: a release that still runs may need it. */
export const findContractions = (statements: readonly string[]): Contractions => {
  const stripped = statements.map(strip);
  return {
    refused: stripped.flatMap((statement) =>
      REFUSED.filter(([pattern]) => pattern.test(statement)).map(([, reason]) => `${reason}: ${statement}`),
    ),
    dropped: stripped.flatMap((statement) =>
      /^ALTER TABLE\b/i.test(statement)
        ? [...statement.matchAll(DROPPED_COLUMN)].flatMap(([, name]) => name ?? [])
        : readNames(DROPPED_OBJECT.exec(statement)?.[1] ?? ''),
    ),
  };
};
