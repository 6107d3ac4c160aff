import MarkdownIt, { type Token } from 'markdown-it';
import { parse as parseYaml } from 'yaml';
import type { RichText, RichTextRun } from '../richText';

/** A compiled Markdown file: its front matter and body. */
export interface CompiledMarkdown {
  readonly meta: Readonly<Record<string, unknown>>;
  readonly body: RichText;
}

/** Says why and where a file cannot be compiled. Raised at build time. */
export class MarkdownError extends Error {
  override name = 'MarkdownError';
  constructor(file: string, line: number, reject: string) {
    super(`${file}:${line}: ${reject}`);
  }
}

const markdown = new MarkdownIt('commonmark', { html: false });
const FRONT_MATTER = /^---\r?\n([\s\S]*?)\r?\n---\r?\n/;
/** Allowed link targets: paths of this shop, fragments, https, mailto and tel URLs. Never scripts. */
const SAFE_LINK = /^(\/(?!\/)|#|https:\/\/|mailto:|tel:)/;

const slugify = (text: string): string =>
  text
    .toLowerCase()
    .replace(/['’]/g, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');

/** Compiles the runs of one line. Calls `reject` for unsupported content such as pictures, code and raw markup. */
const compileInline = (tokens: readonly Token[], problem: (what: string) => never): RichTextRun[] => {
  const runs: RichTextRun[] = [];
  let strong = 0;
  let em = 0;
  let href: string | undefined;
  const add = (text: string): void => {
    if (text === '') return;
    runs.push({
      text,
      ...(strong > 0 ? { strong: true as const } : {}),
      ...(em > 0 ? { em: true as const } : {}),
      ...(href === undefined ? {} : { href }),
    });
  };
  const actions: Readonly<Record<string, (token: Token) => void>> = {
    text: ({ content }) => add(content),
    text_special: ({ content }) => add(content),
    softbreak: () => add(' '),
    hardbreak: () => add('\n'),
    strong_open: () => void (strong += 1),
    strong_close: () => void (strong -= 1),
    em_open: () => void (em += 1),
    em_close: () => void (em -= 1),
    link_open: (token) => {
      href = String(token.attrGet('href') ?? '');
      if (!SAFE_LINK.test(href)) problem(`"${href}" is not a path, or an https, mailto or tel URL`);
    },
    link_close: () => void (href = undefined),
  };
  for (const token of tokens) (actions[token.type] ?? (() => problem(`${token.type} is not supported`)))(token);
  return runs;
};

const toPlainText = (runs: readonly RichTextRun[]): string => runs.map(({ text }) => text).join('');

/**
 * Compiles Markdown to data: headings of two levels, paragraphs, quotes, flat lists, links, strong and emphasis.
 * @throws {MarkdownError} with file and line for anything else.
 */
export const compileMarkdown = (source: string, file: string): CompiledMarkdown => {
  const front = FRONT_MATTER.exec(source);
  const lineOffset = front ? front[0].split('\n').length : 1;
  const meta: unknown = front?.[1] === undefined ? {} : parseYaml(front[1]);
  if (typeof meta !== 'object' || meta === null || Array.isArray(meta))
    throw new MarkdownError(file, 1, 'the front matter must be a mapping');

  const body: RichText = [];
  const ids = new Set<string>();
  /** Context of the next inline token. */
  let heading: 2 | 3 | undefined;
  let quoted = false;
  let list: Extract<RichText[number], { kind: 'list' }> | undefined;

  for (const token of markdown.parse(front ? source.slice(front[0].length) : source, {})) {
    const problem = (what: string): never => {
      throw new MarkdownError(file, (token.map?.[0] ?? 0) + lineOffset, what);
    };
    const addText = (): void => {
      const runs = compileInline(token.children ?? [], problem);
      if (heading !== undefined) {
        const id = slugify(toPlainText(runs));
        if (ids.has(id)) problem(`duplicate heading "${toPlainText(runs)}"`);
        ids.add(id);
        body.push({ kind: 'heading', level: heading, id, text: toPlainText(runs) });
      } else if (list) list.items.push(runs);
      else body.push({ kind: quoted ? 'quote' : 'paragraph', runs });
    };
    const openList = (ordered: boolean): void => {
      if (list) problem('nested lists are not supported');
      list = { kind: 'list', ordered, items: [] };
      body.push(list);
    };
    const actions: Readonly<Record<string, () => void>> = {
      heading_open: () => {
        if (token.tag !== 'h2' && token.tag !== 'h3')
          problem('headings must start with ## or ###, because the page has the only h1');
        heading = token.tag === 'h2' ? 2 : 3;
      },
      heading_close: () => void (heading = undefined),
      inline: addText,
      blockquote_open: () => void (quoted = true),
      blockquote_close: () => void (quoted = false),
      bullet_list_open: () => openList(false),
      bullet_list_close: () => void (list = undefined),
      ordered_list_open: () => openList(true),
      ordered_list_close: () => void (list = undefined),
      paragraph_open: () => undefined,
      paragraph_close: () => undefined,
      list_item_open: () => undefined,
      list_item_close: () => undefined,
    };
    (actions[token.type] ?? (() => problem(`${token.type} is not supported`)))();
  }
  return { meta: meta as Record<string, unknown>, body }; // checked above
};
