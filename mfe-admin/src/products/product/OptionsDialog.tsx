import { useState } from 'react';
import { Button } from '../../parts/Button';
import { Dialog } from '../../parts/Dialog';
import { Field } from '../../parts/Field';
import { addVariants, cleanPart, readVariant, splitLines, joinLines, toSlug } from './lines';
import styles from './ProductPage.module.css';

const MAX_VARIANTS = 100;

const readValues = (text: string): string[] => [
  ...new Set(
    text
      .split(',')
      .map((value) => cleanPart(value).trim())
      .filter(Boolean),
  ),
];

/** "Gold, Silver" and "52, 54" are "Gold, 52", "Gold, 54", "Silver, 52" and "Silver, 54". */
const combine = (first: readonly string[], second: readonly string[]): string[][] =>
  second.length === 0 ? first.map((value) => [value]) : first.flatMap((value) => second.map((other) => [value, other]));

interface OptionsDialogProps {
  readonly variants: string;
  readonly sku: string;
  readonly price: string;
  readonly onClose: () => void;
  readonly onChange: (variants: string) => void;
}

/** Makes a variant of each combination of options that there is not yet. */
export function OptionsDialog({ variants, sku, price, onClose, onChange }: OptionsDialogProps) {
  const [first, setFirst] = useState('');
  const [second, setSecond] = useState('');
  const [error, setError] = useState<string>();
  const lines = splitLines(variants);
  const known = new Set(lines.map((line) => readVariant(line).name.trim()));
  const added = combine(readValues(first), readValues(second)).filter((values) => !known.has(values.join(', ')));
  const submit = (): void => {
    if (added.length === 0) return setError('Write options that there are not yet, with commas between them.');
    if (lines.length + added.length > MAX_VARIANTS) return setError(`A product has at most ${MAX_VARIANTS} variants.`);
    onChange(
      joinLines(
        addVariants(
          lines,
          added.map((values) => ({
            name: values.join(', '),
            sku: `${sku}-${values.map((value) => toSlug(value).toUpperCase()).join('-')}`.slice(0, 64),
            price,
          })),
        ),
      ),
    );
    onClose();
  };
  return (
    <Dialog
      title="Variants of options"
      onClose={onClose}
      onSubmit={submit}
      actions={
        <>
          <Button tone="quiet" onClick={onClose}>
            Cancel
          </Button>
          <Button tone="primary" type="submit">
            {added.length === 1 ? 'Add 1 variant' : `Add ${added.length} variants`}
          </Button>
        </>
      }
    >
      <Field
        label="Options"
        placeholder="Yellow gold, White gold"
        autoComplete="off"
        value={first}
        error={error}
        hint="With commas between them."
        onChange={({ target }) => setFirst(target.value)}
      />
      <Field
        label="Each of them with, optional"
        placeholder="52, 54, 56"
        autoComplete="off"
        value={second}
        onChange={({ target }) => setSecond(target.value)}
      />
      {added.length > 0 && <p className={styles.muted}>{added.map((values) => values.join(', ')).join(' · ')}</p>}
    </Dialog>
  );
}
