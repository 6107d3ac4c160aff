import type { ImportChoices as Choices, ImportGroup } from '@shop/contracts';
import { useEffect, useId, useState } from 'react';
import { Choice, Field } from '../../parts/Field';
import { useStoreOptions } from '../../parts/useStores';
import styles from './ImportPage.module.css';

const MAX_LENGTH = 80;

interface GroupFieldProps {
  readonly label: string;
  readonly name: 'category' | 'brand';
  readonly value: string;
  readonly groups: readonly ImportGroup[];
  readonly onChange: (value: string) => void;
}

/** A name that exists, or another one. It counts when its field is left, or with Enter. */
function GroupField({ label, name, value, groups, onChange }: GroupFieldProps) {
  const id = useId();
  const [typed, setTyped] = useState(value);
  useEffect(() => setTyped(value), [value]);
  const settle = (): void => {
    if (typed.trim() !== value) onChange(typed.trim());
  };
  return (
    <>
      <Field
        label={label}
        name={name}
        list={id}
        autoComplete="off"
        maxLength={MAX_LENGTH}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
        onBlur={settle}
        onKeyDown={({ key }) => key === 'Enter' && settle()}
      />
      <datalist id={id}>
        {[...new Set(groups.map((group) => group.name))].map((option) => (
          <option key={option} value={option} />
        ))}
      </datalist>
    </>
  );
}

interface ImportChoicesProps {
  readonly choices: Choices;
  readonly categories: readonly ImportGroup[];
  readonly brands: readonly ImportGroup[];
  readonly onChange: (choices: Choices) => void;
}

/** What is said once for the whole file. */
export function ImportChoices({ choices, categories, brands, onChange }: ImportChoicesProps) {
  const { store } = choices;
  const stores = useStoreOptions('As the file says');
  const inStore = (groups: readonly ImportGroup[]) => groups.filter((group) => store === '' || group.store === store);
  return (
    <fieldset className={styles.choices}>
      <legend>New products that name none</legend>
      <Choice
        label="Storefront"
        name="store"
        value={store}
        options={stores}
        onChange={(next) => onChange({ ...choices, store: next })}
      />
      <GroupField
        label="Category"
        name="category"
        value={choices.category}
        groups={inStore(categories)}
        onChange={(category) => onChange({ ...choices, category })}
      />
      <GroupField
        label="Brand"
        name="brand"
        value={choices.brand}
        groups={inStore(brands)}
        onChange={(brand) => onChange({ ...choices, brand })}
      />
      <label className={styles.check}>
        <input
          type="checkbox"
          name="create"
          checked={choices.create}
          onChange={({ target }) => onChange({ ...choices, create: target.checked })}
        />
        Make categories and brands that do not exist
      </label>
    </fieldset>
  );
}
