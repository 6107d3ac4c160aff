import type { MailsDocument, MailWords } from '@shop/contracts';
import { getMailSpec, listPlaces, MAIL_FIELDS, MAIL_KINDS, type MailField, type MailKind } from '@shop/contracts/mails';
import { Undo2 } from 'lucide-react';
import { useRef, useState, type FocusEvent } from 'react';
import type { DocumentErrors } from '@shop/contracts/findDocumentErrors';
import { Button } from '../parts/Button';
import { Field, TextField } from '../parts/Field';
import { Panel } from '../parts/Panel';
import { MailPreview } from './MailPreview';
import styles from './MailsEditor.module.css';

type Input = HTMLInputElement | HTMLTextAreaElement;

interface MailsEditorProps {
  readonly store: string;
  readonly document: MailsDocument;
  readonly errors: DocumentErrors;
  readonly onChange: (document: MailsDocument) => void;
  /** Counts what is stored: the preview shows that. */
  readonly version: number;
  /** Whether what is typed is stored, in words. */
  readonly note: string;
  readonly isStored: boolean;
}

/** Returns the document with other words of a mail; what is as designed is not stored. */
const setWords = ({ words }: MailsDocument, kind: MailKind, next: MailWords): MailsDocument => {
  const spec = getMailSpec(kind);
  const own = Object.fromEntries(
    MAIL_FIELDS.flatMap((field) => {
      const text = next[field];
      return text === undefined || text === spec[field] ? [] : [[field, text] as const];
    }),
  );
  const others = Object.entries(words).filter(([each]) => each !== kind);
  return { words: { ...Object.fromEntries(others), ...(Object.keys(own).length > 0 && { [kind]: own }) } };
};

/** The words of a storefront's mails: a list of them, the words of one, and what it looks like. */
export function MailsEditor({ store, document, errors, onChange, version, note, isStored }: MailsEditorProps) {
  const [kind, setKind] = useState<MailKind>('order-received');
  /** Where the cursor was last: places go there. */
  const [last, setLast] = useState<MailField>('text');
  const inputs = useRef<Partial<Record<MailField, Input>>>({});
  const { name, ...compiled } = getMailSpec(kind);
  const words = document.words[kind] ?? {};
  const set = (field: MailField, text: string): void => onChange(setWords(document, kind, { ...words, [field]: text }));
  const bind = (field: MailField) => ({
    name: `words.${kind}.${field}`,
    value: words[field] ?? compiled[field],
    placeholder: compiled[field],
    error: errors[`words.${kind}.${field}`],
    autoComplete: 'off',
    onChange: ({ target }: { readonly target: Input }) => set(field, target.value),
    onFocus: ({ target }: FocusEvent<Input>) => {
      inputs.current[field] = target;
      setLast(field);
    },
  });
  const insert = (place: string): void => {
    const input = inputs.current[last];
    const text = words[last] ?? compiled[last];
    const [start, end] = [input?.selectionStart ?? text.length, input?.selectionEnd ?? text.length];
    set(last, `${text.slice(0, start)}{${place}}${text.slice(end)}`);
    const after = start + place.length + 2;
    requestAnimationFrame(() => {
      input?.focus();
      input?.setSelectionRange(after, after);
    });
  };
  const describe = (each: MailKind): string | undefined => {
    if (Object.keys(errors).some((path) => path.startsWith(`words.${each}.`))) return 'Something is to be corrected';
    return document.words[each] ? 'Your words' : undefined;
  };
  return (
    <div className={styles.editor}>
      <nav className={styles.kinds} aria-label="Mails">
        <ul>
          {MAIL_KINDS.map((each) => (
            <li key={each}>
              <button
                type="button"
                data-path={`words.${each}`}
                aria-current={each === kind || undefined}
                onClick={() => {
                  setKind(each);
                  setLast('text');
                  inputs.current = {};
                }}
              >
                <span>{getMailSpec(each).name}</span>
                <small>{describe(each)}</small>
              </button>
            </li>
          ))}
        </ul>
      </nav>
      <Panel
        key={kind}
        title={name}
        action={
          document.words[kind] && (
            <Button tone="quiet" icon={Undo2} onClick={() => onChange(setWords(document, kind, {}))}>
              Use the words as designed
            </Button>
          )
        }
      >
        <div className={styles.form}>
          <Field label="Subject" maxLength={200} {...bind('subject')} />
          <Field label="Heading" maxLength={200} {...bind('heading')} />
          <TextField label="Text" rows={7} hint="A paragraph a line. Empty fields are as designed." {...bind('text')} />
          <div className={styles.places}>
            <h3>Places, which the shop fills in</h3>
            <ul>
              {[...listPlaces(kind)].map(([place, { says, keptIn }]) => (
                <li key={place}>
                  <Button onClick={() => insert(place)} aria-label={`Insert ${place}`}>{`{${place}}`}</Button>
                  <span>
                    {says}
                    {keptIn && ` The ${keptIn} needs it.`}
                  </span>
                </li>
              ))}
            </ul>
          </div>
          <p className={styles.hint}>Greeting, codes, buttons, orders and addresses are part of the mail.</p>
        </div>
      </Panel>
      <MailPreview store={store} kind={kind} version={version} note={note} isStored={isStored} />
    </div>
  );
}
