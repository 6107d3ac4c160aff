/** Names of letters and signs that shops' editors write. Others stay as they are. */
const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  ndash: '–',
  mdash: '—',
  hellip: '…',
  lsquo: '‘',
  rsquo: '’',
  sbquo: '‚',
  ldquo: '“',
  rdquo: '”',
  bdquo: '„',
  laquo: '«',
  raquo: '»',
  bull: '•',
  middot: '·',
  times: '×',
  deg: '°',
  plusmn: '±',
  frac12: '½',
  frac14: '¼',
  frac34: '¾',
  copy: '©',
  reg: '®',
  trade: '™',
  euro: '€',
  pound: '£',
  cent: '¢',
  eacute: 'é',
  egrave: 'è',
  ecirc: 'ê',
  euml: 'ë',
  agrave: 'à',
  aacute: 'á',
  acirc: 'â',
  auml: 'ä',
  aring: 'å',
  ccedil: 'ç',
  iacute: 'í',
  icirc: 'î',
  iuml: 'ï',
  ntilde: 'ñ',
  oacute: 'ó',
  ocirc: 'ô',
  ouml: 'ö',
  oslash: 'ø',
  uacute: 'ú',
  ugrave: 'ù',
  ucirc: 'û',
  uuml: 'ü',
  szlig: 'ß',
  Eacute: 'É',
  Auml: 'Ä',
  Ouml: 'Ö',
  Uuml: 'Ü',
};

const fromCode = (code: number): string | undefined =>
  code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff) ? String.fromCodePoint(code) : undefined;

export const decodeEntities = (text: string): string =>
  text.replace(/&(?:#x([\da-f]{1,6})|#(\d{1,7})|([a-z]{2,8}\d{0,2}));/gi, (entity, hex, decimal, name) => {
    const named = typeof name === 'string' && Object.hasOwn(ENTITIES, name) ? ENTITIES[name] : undefined;
    const code = hex ? Number.parseInt(String(hex), 16) : Number(decimal);
    return (name === undefined ? fromCode(code) : named) ?? entity;
  });

/** Tags between which a new paragraph begins. */
const BLOCK = /^\/?(?:p|div|h[1-6]|ul|ol|table|blockquote|section|article|header|footer|figure|pre|hr|dl)$/;
/** Tags that begin a new line. */
const LINE = /^(?:br|tr|dt|dd|li)$/;
/** Elements whose text nobody reads. */
const UNREAD = ['script', 'style'];

/** Splits HTML into texts and tags. A `<` that begins no tag is text. */
function* tokenize(html: string): Generator<{ readonly text: string } | { readonly tag: string }> {
  let start = 0;
  while (start < html.length) {
    const open = html.indexOf('<', start);
    if (open < 0) break;
    if (!/[a-z/!]/i.test(html.charAt(open + 1))) {
      yield { text: html.slice(start, open + 1) };
      start = open + 1;
      continue;
    }
    const isComment = html.startsWith('<!--', open);
    const close = html.indexOf(isComment ? '-->' : '>', open);
    if (close < 0) break;
    yield { text: html.slice(start, open) };
    const tag = isComment ? '!' : (/^\/?[a-z0-9]+/i.exec(html.slice(open + 1, open + 20))?.[0] ?? '!').toLowerCase();
    yield { tag };
    start = close + (isComment ? 3 : 1);
    if (UNREAD.includes(tag)) {
      const end = html.toLowerCase().indexOf(`</${tag}`, start);
      start = end < 0 ? html.length : end;
    }
  }
  yield { text: html.slice(start) };
}

/** Turns HTML into paragraphs, with an empty line between them. Entries of lists are lines that begin with a bullet. */
export const toPlainText = (html: string): string => {
  let text = '';
  let isAtBreak = false;
  for (const token of tokenize(html)) {
    if ('text' in token) {
      // Editors break lines of their own beside tags.
      text += decodeEntities(isAtBreak ? token.text.trimStart() : token.text);
      if (token.text.trim() !== '') isAtBreak = false;
      continue;
    }
    const isBlock = BLOCK.test(token.tag);
    if (!isBlock && !LINE.test(token.tag)) continue;
    if (!isAtBreak) text = text.trimEnd();
    if (isBlock) text += '\n\n';
    else text += token.tag === 'li' ? '\n• ' : '\n';
    isAtBreak = true;
  }
  return text
    .replaceAll('\u00a0', ' ')
    .split(/\n[^\S\n]*\n\s*/)
    .map((paragraph) =>
      paragraph
        .split('\n')
        .map((line) => line.replaceAll(/\s+/g, ' ').trim())
        .filter((line) => line !== '' && line !== '•')
        .join('\n'),
    )
    .filter(Boolean)
    .join('\n\n');
};

export const toLine = (html: string): string => toPlainText(html).replaceAll(/\s+/g, ' ');
