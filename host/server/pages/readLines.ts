import type { Readable } from 'node:stream';

interface LineEvents {
  readonly onLine: (line: string) => void;
  /** Called at most once; nothing is read afterwards. */
  readonly onTooLong: () => void;
}

/** Splits a stream of text into lines of at most `maxChars` characters. */
export const readLines = (stream: Readable, maxChars: number, { onLine, onTooLong }: LineEvents): void => {
  let parts: string[] = [];
  let length = 0;
  const read = (text: string): void => {
    for (const [index, part] of text.split('\n').entries()) {
      if (index > 0) {
        onLine(parts.join(''));
        parts = [];
        length = 0;
      }
      length += part.length;
      if (length > maxChars) {
        stream.off('data', read);
        return onTooLong();
      }
      parts.push(part);
    }
  };
  stream.setEncoding('utf8').on('data', read);
  stream.on('error', () => undefined); // the process ended
};
