import * as Type from '@sinclair/typebox';

/**
 * Text shown in lists and terminals: no control characters (C0, C1), line separators or bidirectional marks. With them,
 * a release could overwrite what an operator reads. Line separators are refused because pages break lines at them. The
 * characters are listed because schemas compile their patterns without the flag `u` that \p{Control} needs.
 */
// eslint-disable-next-line no-control-regex -- matches exactly the characters to refuse
const SINGLE_LINE = /^[^\u0000-\u001f\u007f-\u009f\u200e\u200f\u2028-\u202e\u2066-\u2069]*$/;

export const SingleLine = ({ minLength = 0, maxLength }: { readonly minLength?: number; readonly maxLength: number }) =>
  Type.String({ minLength, maxLength, pattern: SINGLE_LINE.source });
