import type { RichText } from '@shop/contracts';
import { baseKeymap, chainCommands } from 'prosemirror-commands';
import { AllSelection, EditorState, TextSelection, type Command } from 'prosemirror-state';
import { toDocument, toRichText } from './convert';
import { schema } from './schema';
import { isOfKind, leaveEmptyItem, leaveItemAtStart, setKind } from './setKind';

const { paragraph, heading, quote, bullets, numbers } = schema.nodes;
const say = (text: string): RichText[number] => ({ kind: 'paragraph', runs: [{ text }] });
const list = (ordered: boolean, ...items: string[]): RichText[number] => ({
  kind: 'list',
  ordered,
  items: items.map((text) => [{ text }]),
});
const title = (text: string, level: 2 | 3 = 2): RichText[number] => ({
  kind: 'heading',
  level,
  id: text.toLowerCase(),
  text,
});

/** Selects from the middle of a word to that of another. */
const select = (text: RichText, from: string, to = from): EditorState => {
  const doc = toDocument(text);
  const find = (word: string): number => {
    let found = -1;
    doc.descendants((node, position) => {
      if (node.isText && node.text?.includes(word)) found = position + node.text.indexOf(word) + 1;
    });
    return found;
  };
  return EditorState.create({ doc, selection: TextSelection.create(doc, find(from), find(to)) });
};
const apply = (state: EditorState, command: Command): EditorState => {
  let next = state;
  command(state, (transaction) => (next = state.apply(transaction)));
  return next;
};
const press = (state: EditorState, type: Parameters<typeof setKind>[0]): EditorState => apply(state, setKind(type));
const enter: Command = chainCommands(leaveEmptyItem, baseKeymap['Enter'] as Command);
const back: Command = chainCommands(leaveItemAtStart, baseKeymap['Backspace'] as Command);

test('paragraphs become a list, and paragraphs again', () => {
  const listed = press(select([say('One'), say('Two'), say('Three')], 'One', 'Two'), { type: bullets });
  expect(toRichText(listed.doc)).toEqual([list(false, 'One', 'Two'), say('Three')]);
  expect(isOfKind(listed, { type: bullets })).toBe(true);
  expect(toRichText(press(listed, { type: bullets }).doc)).toEqual([say('One'), say('Two'), say('Three')]);
});

test('a paragraph beside a list joins it', () => {
  expect(toRichText(press(select([list(true, 'One'), say('Two')], 'Two'), { type: numbers }).doc)).toEqual([
    list(true, 'One', 'Two'),
  ]);
});

test('an item leaves the middle of its list, as text, heading, quote or item of the other list', () => {
  const state = select([list(false, 'One', 'Two', 'Three')], 'Two');
  const around = (block: RichText[number]) => [list(false, 'One'), block, list(false, 'Three')];
  expect(toRichText(press(state, { type: paragraph }).doc)).toEqual(around(say('Two')));
  expect(toRichText(press(state, { type: heading, level: 3 }).doc)).toEqual(around(title('Two', 3)));
  expect(toRichText(press(state, { type: quote }).doc)).toEqual(around({ kind: 'quote', runs: [{ text: 'Two' }] }));
  expect(toRichText(press(state, { type: numbers }).doc)).toEqual(around(list(true, 'Two')));
});

test('all of a text becomes one list, whatever it was', () => {
  const text = [title('Rings'), say('One'), list(true, 'Two')];
  const doc = toDocument(text);
  const all = EditorState.create({ doc, selection: new AllSelection(doc) });
  expect(toRichText(press(all, { type: bullets }).doc)).toEqual([list(false, 'Rings', 'One', 'Two')]);
});

test('a heading keeps its words and loses what it cannot have', () => {
  const text: RichText = [{ kind: 'paragraph', runs: [{ text: 'Rings', strong: true, href: '/products' }] }];
  expect(toRichText(press(select(text, 'Rings'), { type: heading, level: 2 }).doc)).toEqual([title('Rings')]);
});

test('what is selected stays selected', () => {
  const { doc, selection } = press(select([say('Before'), say('One'), say('Two')], 'One', 'Two'), { type: numbers });
  expect(doc.textBetween(selection.from, selection.to, ' ')).toBe('ne T');
});

test('Enter makes the next item, and in an empty one ends the list', () => {
  const one = select([list(false, 'One'), say('After')], 'One');
  const atEnd = one.apply(one.tr.setSelection(TextSelection.create(one.doc, one.selection.$from.end())));
  const two = apply(atEnd, enter);
  expect(two.selection.$from.parent.type).toBe(schema.nodes.item);
  const out = apply(two, enter);
  expect(out.selection.$from.parent.type).toBe(paragraph);
  expect(toRichText(out.apply(out.tr.insertText('Two')).doc)).toEqual([list(false, 'One'), say('Two'), say('After')]);
});

test('Backspace at the start of an item takes it out of its list', () => {
  const two = select([list(false, 'One', 'Two')], 'Two');
  const atStart = two.apply(two.tr.setSelection(TextSelection.create(two.doc, two.selection.$from.start())));
  expect(toRichText(apply(atStart, back).doc)).toEqual([list(false, 'One'), say('Two')]);
  expect(apply(two, leaveItemAtStart)).toBe(two);
});
