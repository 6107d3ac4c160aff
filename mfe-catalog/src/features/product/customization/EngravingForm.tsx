import type { EngravingFont, ProductFeatures } from '@shop/contracts';
import { cleanText } from '@shop/contracts/cleanPasted';
import { ENGRAVING_FONTS } from '@shop/contracts/constants';
import { describeChoices } from '@shop/contracts/describeChoices';
import { Button } from '@shop/shared/design-system/Button';
import { Radio } from '@shop/shared/design-system/Checkbox';
import { Field } from '@shop/shared/design-system/Field';
import { useId, useState, type FormEvent, type ReactNode } from 'react';
import type { Chosen } from '../../../parts/Chosen';
import styles from './EngravingForm.module.css';

/** As the contract's pattern: words of these letters. */
const LETTERS = /^[A-Za-z0-9À-ž&.,'’+♥∞-]+( [A-Za-z0-9À-ž&.,'’+♥∞-]+)*$/;
/** Typed text as it is engraved: its spaces, and letters with their accents, which some keyboards type apart. */
const toText = (typed: string): string => cleanText(typed).trim().replace(/\s+/g, ' ').normalize();

const FONTS = Object.entries(ENGRAVING_FONTS) as readonly (readonly [EngravingFont, string])[];

interface EngravingFormProps {
  readonly customization: NonNullable<ProductFeatures['customization']>;
  readonly chosen: Chosen | undefined;
  readonly font: EngravingFont;
  readonly onFont: (font: EngravingFont) => void;
  /** Called with each change, so that "Add to cart" takes what is typed. */
  readonly onChoose: (chosen: Chosen | undefined) => void;
  readonly onDone: () => void;
  /** Called when what is typed cannot be engraved, and is to be added to the cart. */
  readonly onRefuse: () => void;
  /** The preview. */
  readonly children: ReactNode;
}

/** Text and font of an engraving. */
export function EngravingForm({
  customization,
  chosen,
  font,
  onFont,
  onChoose,
  onDone,
  onRefuse,
  children,
}: EngravingFormProps) {
  const { engravingMaxLetters: maxLetters, engravingPrice: price = 0 } = customization;
  const name = useId();
  const [typed, setTyped] = useState(chosen?.choices.engraving?.text ?? '');
  const text = toText(typed);
  const isValid = text === '' || LETTERS.test(text);
  const left = maxLetters - [...text].length;

  const choose = (nextTyped: string, nextFont: EngravingFont): void => {
    setTyped(nextTyped);
    onFont(nextFont);
    const nextText = toText(nextTyped);
    const choices = { engraving: { text: nextText, font: nextFont } };
    const chosen = { choices, suffix: describeChoices(choices), price };
    if (nextText === '') onChoose(undefined);
    else onChoose(LETTERS.test(nextText) ? chosen : { ...chosen, refuse: onRefuse });
  };
  const finish = (event: FormEvent): void => {
    event.preventDefault();
    if (isValid) onDone();
  };

  return (
    <form method="post" className={styles.form} noValidate onSubmit={finish} aria-label="Engraving">
      <Field
        label="Text"
        autoComplete="off"
        maxLength={maxLetters}
        hint={`${left} ${left === 1 ? 'character' : 'characters'} left`}
        error={isValid ? undefined : "Not engraved: use letters, digits, spaces and & . , - ' + ♥ ∞"}
        value={typed}
        onChange={({ target }) => choose(target.value, font)}
      />
      <fieldset role="radiogroup" className={styles.fonts}>
        <legend>Lettering</legend>
        {FONTS.map(([id, label]) => (
          <Radio key={id} label={label} name={name} checked={id === font} onChange={() => choose(typed, id)} />
        ))}
      </fieldset>
      {children}
      <p className={styles.note}>Engraved pieces can't be returned unless faulty.</p>
      <Button type="submit" variant="secondary" size="md">
        Done
      </Button>
    </form>
  );
}
