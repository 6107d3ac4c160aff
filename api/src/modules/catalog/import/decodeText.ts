import { isUtf8 } from 'node:buffer';
import type { ImportProblem } from './ImportProblem';

const NEWLINE = 0x0a;
/** Decoded at once: a text of 32 MB would be in memory as bytes and twice as letters. */
const CHUNK_BYTES = 64 * 1024;

export interface DecodedText {
  readonly chunks: () => Iterable<string>;
  /** Windows-1252 is a guess, which the first cell with such a letter shows. */
  readonly isGuessed: boolean;
}

/** What Windows-1252 has where Latin-1 has control characters. Node 23 decodes it as Latin-1. */
const WINDOWS_LETTERS = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';

function* decodeWindows1252(bytes: Buffer): Generator<string> {
  for (let start = 0; start < bytes.length; start += CHUNK_BYTES)
    yield bytes
      .subarray(start, start + CHUNK_BYTES)
      .toString('latin1')
      .replace(/[\x80-\x9f]/g, (letter) => WINDOWS_LETTERS.charAt(letter.charCodeAt(0) - 0x80));
}

/** Without its byte order mark. */
function* decode(bytes: Buffer, encoding: string): Generator<string> {
  const decoder = new TextDecoder(encoding);
  for (let start = 0; start < bytes.length; start += CHUNK_BYTES)
    yield decoder.decode(bytes.subarray(start, start + CHUNK_BYTES), { stream: true });
  yield decoder.decode();
}

/** Returns the lines that are not UTF-8, and whether another one has letters of several bytes that are. */
const findBrokenLines = (bytes: Buffer): { readonly lines: number[]; readonly hasUtf8: boolean } => {
  const lines: number[] = [];
  let hasUtf8 = false;
  for (let start = 0, line = 1; start < bytes.length; line += 1) {
    const found = bytes.indexOf(NEWLINE, start);
    const end = found < 0 ? bytes.length : found;
    const part = bytes.subarray(start, end);
    if (!isUtf8(part)) lines.push(line);
    else hasUtf8 ||= part.some((byte) => byte >= 0x80);
    start = end + 1;
  }
  return { lines, hasUtf8 };
};

const isMarked = (bytes: Buffer, ...mark: number[]): boolean => mark.every((byte, index) => bytes[index] === byte);

/**
 * Finds out how a file is encoded: UTF-8, UTF-16 with a byte order mark, or Windows-1252. A file that has lines in
 * UTF-8 is a damaged one: its other letters would be wrong in Windows-1252.
 */
export const decodeText = (bytes: Buffer): DecodedText | readonly ImportProblem[] => {
  for (const [encoding, mark] of [
    ['utf-16le', [0xff, 0xfe]],
    ['utf-16be', [0xfe, 0xff]],
  ] as const)
    if (isMarked(bytes, ...mark)) return { chunks: () => decode(bytes, encoding), isGuessed: false };
  if (isUtf8(bytes)) return { chunks: () => decode(bytes, 'utf-8'), isGuessed: false };
  if (bytes.includes(0)) return [{ line: 1, column: '', message: 'is not text: save the file as "CSV UTF-8"' }];
  const { lines, hasUtf8 } = findBrokenLines(bytes);
  if (!hasUtf8) return { chunks: () => decodeWindows1252(bytes), isGuessed: true };
  return lines.map((line) => ({ line, column: '', message: 'is not UTF-8: save the file as "CSV UTF-8"' }));
};
