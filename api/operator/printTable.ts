/**
 * Control characters of terminals, and characters that change the writing direction. Line separators (U+2028) stay:
 * terminals do not break lines at them.
 */
const UNPRINTABLE = /[\p{Control}\p{Bidi_Control}]/gu;

/** Replaces characters in untrusted text that could control the terminal. */
export const sanitize = (text: string): string => text.replace(UNPRINTABLE, '\ufffd');

/** The same for a text of several lines. */
export const sanitizeLines = (text: string): string => text.split('\n').map(sanitize).join('\n');

/** Formats JSON that is safe to print. Escapes do not change its meaning; newlines are its indentation. */
export const formatJson = (value: unknown): string =>
  JSON.stringify(value, null, 2).replace(UNPRINTABLE, (character) =>
    character === '\n' ? character : `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

/** Prints rows as aligned columns with headings. */
export const printTable = (
  headings: readonly string[],
  rows: readonly (readonly string[])[],
  print: (line: string) => void,
): void => {
  const table = [headings, ...rows].map((row) => row.map(sanitize));
  const widths = headings.map((_, column) => Math.max(...table.map((row) => row[column]?.length ?? 0)));
  for (const row of table)
    print(
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    );
};
