import * as Type from '@sinclair/typebox';

/**
 * Text that others read in a list or a terminal: no control characters (C0, C1), line separators, or marks that change
 * the direction of the text around it. With them a release could draw over what an operator reads.
 */
// eslint-disable-next-line no-control-regex -- they are what is refused
const SINGLE_LINE = /^[^\u0000-\u001f\u007f-\u009f\u200e\u200f\u2028-\u202e\u2066-\u2069]*$/;

export const SingleLine = ({ minLength = 0, maxLength }: { readonly minLength?: number; readonly maxLength: number }) =>
  Type.String({ minLength, maxLength, pattern: SINGLE_LINE.source });

export const isSingleLine = (text: string): boolean => SINGLE_LINE.test(text);
