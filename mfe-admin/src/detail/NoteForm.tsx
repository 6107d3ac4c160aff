import type { ApiFailure } from '@shop/shared/api-client';
import { useState } from 'react';
import { Button } from '../parts/Button';
import { Field } from '../parts/Field';
import styles from './NoteForm.module.css';

interface NoteFormProps {
  readonly hint: string;
  /** Stores the note. Returns why it could not. */
  readonly onAdd: (text: string) => Promise<ApiFailure | undefined>;
}

/** A note for colleagues. What is typed stays until it is stored. */
export function NoteForm({ hint, onAdd }: NoteFormProps) {
  const [text, setText] = useState('');
  const [error, setError] = useState<string>();
  const [busy, setBusy] = useState(false);
  const add = async (): Promise<void> => {
    if (busy) return;
    if (text.trim() === '') return setError('Write a note first.');
    setBusy(true);
    const failure = await onAdd(text.trim());
    setBusy(false);
    setError(failure?.fields['text'] ?? failure?.message);
    if (!failure) setText('');
  };
  return (
    <form
      method="post"
      className={styles.note}
      onSubmit={(event) => {
        event.preventDefault();
        void add();
      }}
    >
      <Field
        label="Note"
        name="note"
        maxLength={500}
        autoComplete="off"
        value={text}
        error={error}
        hint={hint}
        onChange={(event) => setText(event.target.value)}
      />
      <Button type="submit" busy={busy && 'Saving'}>
        Add note
      </Button>
    </form>
  );
}
