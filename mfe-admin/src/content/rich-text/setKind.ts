import { Fragment, type Node, type NodeType } from 'prosemirror-model';
import { TextSelection, type Command, type EditorState } from 'prosemirror-state';
import { schema } from './schema';

const { paragraph, heading, bullets, numbers, item } = schema.nodes;

/** What a line is: a block of its own, or an item of a list, which is named by the list. */
export interface Kind {
  readonly type: NodeType;
  readonly level?: 2 | 3;
}

interface Line {
  readonly kind: Kind;
  readonly content: Fragment;
  /** Where its text begins and ends in the document. */
  readonly from: number;
  readonly to: number;
}

const isList = (type: NodeType): boolean => type === bullets || type === numbers;
const isSame = (a: Kind, b: Kind): boolean => a.type === b.type && a.level === b.level;

const readKind = (node: Node, parent: Node | null): Kind => {
  if (parent && isList(parent.type)) return { type: parent.type };
  return node.type === heading ? { type: heading, level: node.attrs['level'] === 3 ? 3 : 2 } : { type: node.type };
};

const readLines = (document: Node): readonly Line[] => {
  const lines: Line[] = [];
  document.descendants((node, position, parent) => {
    if (!node.isTextblock) return true;
    const from = position + 1;
    lines.push({ kind: readKind(node, parent), content: node.content, from, to: from + node.content.size });
    return false;
  });
  return lines;
};

const findSelected = ({ doc, selection: { from, to } }: EditorState): readonly Line[] =>
  readLines(doc).filter((line) => line.from <= to && line.to >= from);

/** Whether all that is selected is of a kind. */
export const isOfKind = (state: EditorState, kind: Kind): boolean =>
  findSelected(state).every((line) => isSame(line.kind, kind));

/** A heading has no bold words, nor links. */
const toPlain = (content: Fragment): Fragment =>
  Fragment.from(content.content.map((node) => node.mark(node.marks.slice(0, 0))));

/** Lines that follow each other and are items of the same kind of list are one list. */
const joinLines = (lines: readonly Line[]): Node[] => {
  const blocks: { readonly type: NodeType; readonly nodes: Node[] }[] = [];
  for (const { kind, content } of lines) {
    const last = blocks.at(-1);
    if (!isList(kind.type)) {
      const isHeading = kind.type === heading;
      const attrs = isHeading ? { level: kind.level } : null;
      blocks.push({ type: kind.type, nodes: [kind.type.create(attrs, isHeading ? toPlain(content) : content)] });
    } else if (last?.type === kind.type) last.nodes.push(item.create(null, content));
    else blocks.push({ type: kind.type, nodes: [item.create(null, content)] });
  }
  return blocks.flatMap(({ type, nodes }) => (isList(type) ? [type.create(null, nodes)] : nodes));
};

/** Makes all that is selected of a kind; what is of it already becomes paragraphs. */
export const setKind =
  (kind: Kind): Command =>
  (state, dispatch) => {
    if (!dispatch) return true;
    const { doc, selection, tr } = state;
    const wanted = isOfKind(state, kind) ? { type: paragraph } : kind;
    const selected = findSelected(state);
    const before = readLines(doc);
    const isSelected = ({ from }: Line): boolean => selected.some((line) => line.from === from);
    tr.replaceWith(
      0,
      doc.content.size,
      joinLines(before.map((line) => (isSelected(line) ? { ...line, kind: wanted } : line))),
    );
    // The lines are as many and as long as before: a place is the same distance from the start of its line.
    const after = readLines(tr.doc);
    const toPlace = (position: number): number => {
      const index = before.findLastIndex(({ from }) => from <= position);
      const [was, is] = [before[Math.max(0, index)], after[Math.max(0, index)]];
      return was && is ? Math.min(is.from + Math.max(0, position - was.from), is.to) : 0;
    };
    tr.setSelection(TextSelection.create(tr.doc, toPlace(selection.anchor), toPlace(selection.head)));
    dispatch(tr.scrollIntoView());
    return true;
  };

const leaveListIf =
  (isTime: (item: Node, offset: number) => boolean): Command =>
  (state, dispatch) => {
    const { $cursor } = state.selection as TextSelection; // undefined for other selections
    if ($cursor?.parent.type !== item || !isTime($cursor.parent, $cursor.parentOffset)) return false;
    return setKind({ type: paragraph })(state, dispatch);
  };

/** Enter in an empty item ends its list. */
export const leaveEmptyItem = leaveListIf(({ content }) => content.size === 0);
/** Backspace at the start of an item takes it out of its list. */
export const leaveItemAtStart = leaveListIf((_item, offset) => offset === 0);
