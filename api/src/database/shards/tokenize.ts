/** A word, parameter, operator or value; parentheses are lists. */
export type Token = string | readonly Token[];

const TOKEN =
  /\s+|--[^\n]*|'(?:[^']|'')*'|"[^"]+"|<unknown>|::|<>|[<>!]=|->>?|\|\||@@|\$\d+|[a-z_]\w*|\d[\w.]*|[^\s\w]/giy;

/** Values in quotes become `''`, and words are in lower case. Quoted names keep their quotes: they may be keywords. */
const normalize = (token: string): string => {
  if (token.startsWith("'")) return "''";
  return token.startsWith('"') ? token : token.toLowerCase();
};

/** @throws {Error} if parentheses do not match. */
export const tokenize = (text: string): readonly Token[] => {
  const levels: Token[][] = [[]];
  for (const [token] of text.matchAll(TOKEN)) {
    if (token === '(') levels.push([]);
    else if (token === ')') {
      const closed = levels.pop();
      if (!closed || levels.length === 0) throw new Error(`Unmatched parenthesis: ${text}`);
      levels.at(-1)?.push(closed);
    } else if (!/^(?:\s|--)/.test(token)) levels.at(-1)?.push(normalize(token));
  }
  const [tokens, ...open] = levels;
  if (!tokens || open.length > 0) throw new Error(`Unmatched parenthesis: ${text}`);
  return tokens;
};

/** Splits a list at a word or comma. */
export const splitAt = (tokens: readonly Token[], separators: readonly string[]): Token[][] => {
  const parts: Token[][] = [[]];
  for (const token of tokens)
    if (typeof token === 'string' && separators.includes(token)) parts.push([]);
    else parts.at(-1)?.push(token);
  return parts;
};
