import type { RichText, RichTextRun } from '@shop/contracts';
import type { Node } from 'prosemirror-model';
import { schema } from './schema';

const toTextNodes = (runs: readonly RichTextRun[]): Node[] =>
  runs
    .filter(({ text }) => text !== '')
    .map(({ text, strong, em, href }) =>
      schema.text(text, [
        ...(href === undefined ? [] : [schema.mark('link', { href })]),
        ...(em ? [schema.mark('em')] : []),
        ...(strong ? [schema.mark('strong')] : []),
      ]),
    );

/** A text as the editor's document. */
export const toDocument = (text: RichText): Node => {
  const blocks = text.map((block) => {
    switch (block.kind) {
      case 'heading':
        return schema.node('heading', { level: block.level }, toTextNodes([{ text: block.text }]));
      case 'paragraph':
        return schema.node('paragraph', null, toTextNodes(block.runs));
      case 'quote':
        return schema.node('quote', null, toTextNodes(block.runs));
      case 'list':
        return schema.node(
          block.ordered ? 'numbers' : 'bullets',
          null,
          block.items.map((runs) => schema.node('item', null, toTextNodes(runs))),
        );
    }
  });
  return schema.node('doc', null, blocks.length > 0 ? blocks : [schema.node('paragraph')]);
};

const toRuns = (node: Node): RichTextRun[] =>
  node.children.map(({ text = '', marks }) => {
    const find = (name: string) => marks.find(({ type }) => type.name === name);
    const link = find('link');
    return {
      text,
      ...(find('strong') ? { strong: true as const } : {}),
      ...(find('em') ? { em: true as const } : {}),
      ...(link ? { href: String(link.attrs['href']) } : {}),
    };
  });

/** As addresses of places in a page are made of headings. */
const slugify = (text: string): string =>
  text
    .toLowerCase()
    .replace(/['’]/g, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 100);

/** The editor's document as a text: without empty lines, each heading with an id of its own. */
export const toRichText = (document: Node): RichText => {
  const ids = new Set<string>();
  const toId = (text: string): string => {
    const base = slugify(text) || 'part';
    let id = base;
    for (let number = 2; ids.has(id); number += 1) id = `${base}-${number}`;
    ids.add(id);
    return id;
  };
  return document.children.flatMap((node): RichText => {
    const { name } = node.type;
    if (name === 'bullets' || name === 'numbers') {
      const items = node.children.map(toRuns).filter((runs) => runs.length > 0);
      return items.length > 0 ? [{ kind: 'list', ordered: name === 'numbers', items }] : [];
    }
    if (node.textContent.trim() === '') return [];
    if (name === 'heading') {
      const text = node.textContent.trim();
      return [{ kind: 'heading', level: node.attrs['level'] === 3 ? 3 : 2, id: toId(text), text }];
    }
    return [{ kind: name === 'quote' ? 'quote' : 'paragraph', runs: toRuns(node) }];
  });
};
