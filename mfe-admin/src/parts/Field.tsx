import { useId, type InputHTMLAttributes, type ReactNode, type TextareaHTMLAttributes } from 'react';
import styles from './Field.module.css';

interface Labelled {
  readonly label: string;
  readonly hint?: string;
  readonly error?: string | undefined;
}

function useDescription({ hint, error }: Pick<Labelled, 'hint' | 'error'>) {
  const id = useId();
  const note = error ?? hint;
  const described = note === undefined ? {} : { 'aria-describedby': `${id}-note` };
  return {
    id,
    attributes: { id, className: styles.input, 'aria-invalid': error !== undefined || undefined, ...described },
    note: note !== undefined && (
      <span
        id={`${id}-note`}
        className={error === undefined ? styles.hint : styles.error}
        role={error === undefined ? undefined : 'alert'}
      >
        {note}
      </span>
    ),
  };
}

function Labelled({
  id,
  label,
  children,
}: {
  readonly id: string;
  readonly label: string;
  readonly children: ReactNode;
}) {
  return (
    <div className={styles.field}>
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      {children}
    </div>
  );
}

/** A line of text with its label above and its error below. */
export function Field({ label, hint, error, ...input }: Labelled & InputHTMLAttributes<HTMLInputElement>) {
  const { id, attributes, note } = useDescription({ hint, error });
  return (
    <Labelled id={id} label={label}>
      <input {...input} {...attributes} />
      {note}
    </Labelled>
  );
}

export function TextField({ label, hint, error, ...input }: Labelled & TextareaHTMLAttributes<HTMLTextAreaElement>) {
  const { id, attributes, note } = useDescription({ hint, error });
  return (
    <Labelled id={id} label={label}>
      <textarea {...input} {...attributes} />
      {note}
    </Labelled>
  );
}

interface ChoiceProps extends Labelled {
  readonly name: string;
  readonly value?: string;
  readonly defaultValue?: string;
  readonly options: readonly { readonly value: string; readonly label: string }[];
  readonly onChange?: (value: string) => void;
}

export function Choice({ label, hint, error, options, onChange, ...select }: ChoiceProps) {
  const { id, attributes, note } = useDescription({ hint, error });
  return (
    <Labelled id={id} label={label}>
      <select {...select} {...attributes} onChange={(event) => onChange?.(event.target.value)}>
        {options.map(({ value, label: text }) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
      {note}
    </Labelled>
  );
}
