import { LINK_PATTERN, type RichText } from '@shop/contracts';
import {
  Bold,
  Heading2,
  Heading3,
  Italic,
  Link2,
  List,
  ListOrdered,
  Pilcrow,
  Quote,
  Redo2,
  Undo2,
  type LucideIcon,
} from 'lucide-react';
import { baseKeymap, toggleMark } from 'prosemirror-commands';
import { history, redo, undo } from 'prosemirror-history';
import { keymap } from 'prosemirror-keymap';
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
import { isOfKind, leaveEmptyItem, leaveItemAtStart, setKind, type Kind } from './setKind';
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
const { paragraph, heading, quote, bullets, numbers } = schema.nodes;

const KINDS: readonly (Kind & { readonly name: string; readonly icon: LucideIcon })[] = [
  { name: 'Text', icon: Pilcrow, type: paragraph },
  { name: 'Heading', icon: Heading2, type: heading, level: 2 },
  { name: 'Smaller heading', icon: Heading3, type: heading, level: 3 },
  { name: 'Quote', icon: Quote, type: quote },
  { name: 'List', icon: List, type: bullets },
  { name: 'Numbered list', icon: ListOrdered, type: numbers },
];
const MARKS = [
  { name: 'Bold', icon: Bold, mark: 'strong', key: 'B' },
  { name: 'Italic', icon: Italic, mark: 'em', key: 'I' },
] as const;

const hasMark = (state: EditorState, name: 'strong' | 'em' | 'link'): boolean => {
  const { from, to, empty, $from } = state.selection;
  return empty
    ? marks[name].isInSet(state.storedMarks ?? $from.marks()) !== undefined
    : state.doc.rangeHasMark(from, to, marks[name]);
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
        Enter: leaveEmptyItem,
        Backspace: leaveItemAtStart,
      }),
      keymap(baseKeymap),
    ],
  });

interface ToolProps {
  readonly name: string;
  readonly icon: LucideIcon;
  readonly shortcut?: string;
  readonly isOn: boolean;
  readonly onClick: () => void;
}

function Tool({ name, icon: Icon, shortcut, isOn, onClick }: ToolProps) {
  return (
    <button
      type="button"
      aria-label={name}
      title={shortcut === undefined ? name : `${name} (${shortcut})`}
      aria-pressed={isOn}
      // The text keeps the focus, and with it the selection.
      onMouseDown={(event) => event.preventDefault()}
      onClick={onClick}
    >
      <Icon aria-hidden />
    </button>
  );
}

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
  const canLink = !state.selection.empty && state.selection.$from.parent.type !== heading;
  return (
    <div className={styles.editor} aria-invalid={error !== undefined || undefined}>
      <span id={`${id}-label`} className={styles.hidden}>
        {label}
      </span>
      <div className={styles.tools} role="toolbar" aria-label="Format" aria-controls={id}>
        {KINDS.map(({ name, icon, ...kind }) => (
          <Tool key={name} name={name} icon={icon} isOn={isOfKind(state, kind)} onClick={() => run(setKind(kind))} />
        ))}
        {MARKS.map(({ name, icon, mark, key }) => (
          <Tool
            key={name}
            name={name}
            icon={icon}
            shortcut={mod(key)}
            isOn={hasMark(state, mark)}
            onClick={() => run(toggleMark(marks[mark]))}
          />
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
