import { LINK_PATTERN, type RichText } from '@shop/contracts';
import { Bold, Heading2, Heading3, Italic, Link2, List, ListOrdered, Pilcrow, Quote, Redo2, Undo2 } from 'lucide-react';
import { baseKeymap, chainCommands, setBlockType, toggleMark } from 'prosemirror-commands';
import { history, redo, undo } from 'prosemirror-history';
import { keymap } from 'prosemirror-keymap';
import type { NodeType } from 'prosemirror-model';
import { liftListItem, splitListItem, wrapInList } from 'prosemirror-schema-list';
import { EditorState, type Command } from 'prosemirror-state';
import { EditorView } from 'prosemirror-view';
import { useEffect, useId, useRef, useState } from 'react';
import { useModLabel } from '../../frame/useModLabel';
import { Button } from '../../parts/Button';
import { Dialog } from '../../parts/Dialog';
import { Field } from '../../parts/Field';
import { readText } from '../../parts/readText';
import { toDocument, toRichText } from './convert';
import { schema } from './schema';
import styles from './RichTextEditor.module.css';

interface RichTextEditorProps {
  readonly label: string;
  /** Of the text in its document. */
  readonly path: string;
  /** What it begins with. Later texts, such as those of somebody else, replace it if they are others. */
  readonly text: RichText;
  readonly error: string | undefined;
  readonly onChange: (text: RichText) => void;
}

const { marks } = schema;
const { paragraph, heading, quote, bullets, numbers, item } = schema.nodes;

/** Out of a list first: an item is no paragraph. */
const setBlock = (type: NodeType, attrs?: { readonly level: number }): Command =>
  chainCommands(setBlockType(type, attrs), (state, dispatch, view) => liftListItem(item)(state, dispatch, view));

const COMMANDS = [
  { name: 'Text', icon: Pilcrow, run: setBlock(paragraph) },
  { name: 'Heading', icon: Heading2, run: setBlock(heading, { level: 2 }) },
  { name: 'Smaller heading', icon: Heading3, run: setBlock(heading, { level: 3 }) },
  { name: 'Quote', icon: Quote, run: setBlock(quote) },
  { name: 'List', icon: List, run: wrapInList(bullets) },
  { name: 'Numbered list', icon: ListOrdered, run: wrapInList(numbers) },
  { name: 'Bold', icon: Bold, run: toggleMark(marks.strong), key: 'B' },
  { name: 'Italic', icon: Italic, run: toggleMark(marks.em), key: 'I' },
] as const;

const isIn = ({ selection: { $from } }: EditorState, name: string): boolean => {
  if ($from.parent.type.name === name) return true;
  return $from.depth > 1 && $from.node(-1).type.name === name;
};
const hasMark = (state: EditorState, name: 'strong' | 'em' | 'link'): boolean => {
  const { from, to, empty, $from } = state.selection;
  return empty
    ? marks[name].isInSet(state.storedMarks ?? $from.marks()) !== undefined
    : state.doc.rangeHasMark(from, to, marks[name]);
};
const isOn = (state: EditorState, name: string): boolean => {
  switch (name) {
    case 'Text':
      return isIn(state, 'paragraph');
    case 'Heading':
    case 'Smaller heading':
      return (
        isIn(state, 'heading') && (state.selection.$from.parent.attrs['level'] === 3) === (name === 'Smaller heading')
      );
    case 'Quote':
      return isIn(state, 'quote');
    case 'List':
      return isIn(state, 'bullets');
    case 'Numbered list':
      return isIn(state, 'numbers');
    case 'Bold':
      return hasMark(state, 'strong');
    default:
      return hasMark(state, 'em');
  }
};

const createState = (text: RichText): EditorState =>
  EditorState.create({
    doc: toDocument(text),
    plugins: [
      history(),
      keymap({
        'Mod-z': undo,
        'Mod-y': redo,
        'Shift-Mod-z': redo,
        'Mod-b': toggleMark(marks.strong),
        'Mod-i': toggleMark(marks.em),
        Enter: splitListItem(item),
      }),
      keymap(baseKeymap),
    ],
  });

/** A text as it will look: headings, paragraphs, quotes, lists, bold, italic and links. */
export default function RichTextEditor({ label, path, text, error, onChange }: RichTextEditorProps) {
  const id = useId();
  const mod = useModLabel();
  const place = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(undefined);
  /** What the editor shows, so that its own changes do not come back to it. */
  const shown = useRef(text);
  const [state, setState] = useState(() => createState(text));
  const [linked, setLinked] = useState<string>();
  const [linkError, setLinkError] = useState<string>();
  const changed = useRef(onChange);
  changed.current = onChange;

  useEffect(() => {
    if (!place.current) return undefined;
    const editor = new EditorView(place.current, {
      state,
      attributes: { role: 'textbox', 'aria-multiline': 'true', 'aria-labelledby': `${id}-label`, 'data-path': path },
      // ProseMirror takes every Enter, also the one that publishes.
      handleDOMEvents: { keydown: (_view, { key, ctrlKey, metaKey }) => key === 'Enter' && (ctrlKey || metaKey) },
      dispatchTransaction(transaction) {
        const next = editor.state.apply(transaction);
        editor.updateState(next);
        setState(next);
        if (!transaction.docChanged) return;
        shown.current = toRichText(next.doc);
        changed.current(shown.current);
      },
    });
    view.current = editor;
    return () => editor.destroy();
    // eslint-disable-next-line react-hooks/exhaustive-deps -- once: it holds its own state from then on
  }, []);
  useEffect(() => {
    if (shown.current === text || JSON.stringify(shown.current) === JSON.stringify(text)) return;
    shown.current = text;
    const next = createState(text);
    view.current?.updateState(next);
    setState(next);
  }, [text]);

  const run = (command: Command): void => {
    const editor = view.current;
    if (!editor) return;
    command(editor.state, editor.dispatch, editor);
    editor.focus();
  };
  const openLink = (): void => {
    const { $from } = state.selection;
    const link = marks.link.isInSet($from.marks());
    setLinkError(undefined);
    setLinked(link ? String(link.attrs['href']) : '');
  };
  const setLink = (form: FormData): void => {
    const href = readText(form, 'href');
    if (href !== '' && !LINK_PATTERN.test(href))
      return setLinkError('A path such as /products, or an address that begins with https://, mailto: or tel:.');
    setLinked(undefined);
    run((current, dispatch) => {
      const { from, to } = current.selection;
      const transaction = current.tr.removeMark(from, to, marks.link);
      dispatch?.(href === '' ? transaction : transaction.addMark(from, to, marks.link.create({ href })));
      return true;
    });
  };
  const canLink = !state.selection.empty && !isIn(state, 'heading');
  return (
    <div className={styles.editor} aria-invalid={error !== undefined || undefined}>
      <span id={`${id}-label`} className={styles.hidden}>
        {label}
      </span>
      <div className={styles.tools} role="toolbar" aria-label="Format" aria-controls={id}>
        {COMMANDS.map(({ name, icon: Icon, run: command, ...more }) => (
          <button
            key={name}
            type="button"
            aria-label={name}
            title={'key' in more ? `${name} (${mod(more.key)})` : name}
            aria-pressed={isOn(state, name)}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => run(command)}
          >
            <Icon aria-hidden />
          </button>
        ))}
        <button
          type="button"
          aria-label="Link"
          title="Link"
          aria-pressed={hasMark(state, 'link')}
          aria-disabled={!canLink || undefined}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => canLink && openLink()}
        >
          <Link2 aria-hidden />
        </button>
        <button type="button" aria-label="Undo" title="Undo" onClick={() => run(undo)}>
          <Undo2 aria-hidden />
        </button>
        <button type="button" aria-label="Redo" title="Redo" onClick={() => run(redo)}>
          <Redo2 aria-hidden />
        </button>
      </div>
      <div id={id} ref={place} className={styles.place} />
      {error !== undefined && (
        <p className={styles.error} role="alert">
          {error}
        </p>
      )}
      {linked !== undefined && (
        <Dialog
          title="Link"
          onClose={() => setLinked(undefined)}
          onSubmit={setLink}
          actions={
            <>
              <Button tone="quiet" onClick={() => setLinked(undefined)}>
                Cancel
              </Button>
              <Button tone="primary" type="submit">
                Set the link
              </Button>
            </>
          }
        >
          <Field
            label="Leads to"
            name="href"
            defaultValue={linked}
            maxLength={500}
            autoComplete="off"
            spellCheck={false}
            error={linkError}
            hint="/products, https://example.com. Empty takes the link away."
          />
        </Dialog>
      )}
    </div>
  );
}
