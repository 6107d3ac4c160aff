/** Control characters of a terminal, and those that turn the direction of writing. */
const UNPRINTABLE = /[\u0000-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g; // eslint-disable-line no-control-regex -- these are what is taken out

/** A text that others wrote, as it may go to a terminal: it moves no cursor. */
export const printable = (text: string): string => text.replace(UNPRINTABLE, '\ufffd');

/** JSON for a terminal or a program: what it escapes is the same text to a parser. */
export const printableJson = (value: unknown): string =>
  JSON.stringify(value, null, 2).replace(
    /[\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

/** Columns under their names, two spaces between. */
export const printTable = (
  headings: readonly string[],
  rows: readonly (readonly string[])[],
  print: (line: string) => void,
): void => {
  const table = [headings, ...rows].map((row) => row.map(printable));
  const widths = headings.map((_, column) => Math.max(...table.map((row) => row[column]?.length ?? 0)));
  for (const row of table)
    print(
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    );
};
