import type { ContentPicture } from '@shop/contracts';
import { ArrowLeft, ArrowRight, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../parts/Button';
import { Field, TextField } from '../parts/Field';
import type { DocumentErrors } from '@shop/contracts/findDocumentErrors';
import { CategoriesField } from './CategoriesField';
import { PictureField } from './PictureField';
import { emptyLike, findList, findText, listFields } from './sectionFields';
import styles from './DocumentPage.module.css';

type Value = Readonly<Record<string, unknown>>;

interface FieldsProps {
  /** Of the value in the document, with a point at the end. */
  readonly path: string;
  readonly value: Value;
  readonly errors: DocumentErrors;
  readonly onChange: (value: Value) => void;
}

/** What can be filled in: the texts, pictures and lists of a section or of one of its items. */
export function SectionForm({ path, value, errors, onChange }: FieldsProps) {
  const names = listFields(value);
  if (names.length === 0)
    return <p className={styles.hint}>It shows what the shop knows. Nothing is to be filled in.</p>;
  return names.map((name) => {
    const set = (next: unknown): void => onChange({ ...value, [name]: next });
    const at = path + name;
    const text = findText(name);
    if (text) {
      const { kind, ...input } = text;
      const shared = { ...input, name: at, value: String(value[name]), error: errors[at], autoComplete: 'off' };
      return kind === 'area' ? (
        <TextField key={name} {...shared} rows={4} onChange={({ target }) => set(target.value)} />
      ) : (
        <Field key={name} {...shared} spellCheck={kind !== 'link'} onChange={({ target }) => set(target.value)} />
      );
    }
    if (name === 'picture')
      return (
        <PictureField
          key={name}
          path={at}
          label="Picture"
          picture={value[name] as ContentPicture}
          errors={errors}
          onChange={set}
        />
      );
    if (name === 'categories')
      return (
        <CategoriesField
          key={name}
          path={at}
          chosen={value[name] as readonly string[]}
          errors={errors}
          onChange={set}
        />
      );
    const items = value[name] as readonly Value[];
    return <ListForm key={name} list={findList(value['kind'], name)} path={at} {...{ items, errors, set }} />;
  });
}

interface ListFormProps {
  readonly list: ReturnType<typeof findList>;
  readonly path: string;
  readonly items: readonly Value[];
  readonly errors: DocumentErrors;
  readonly set: (items: readonly Value[]) => void;
}

/** Items of a section: one is open, and can be moved, removed or joined by another. */
function ListForm({ list: { one, min, max }, path, items, errors, set }: ListFormProps) {
  const [chosen, setChosen] = useState(0);
  const index = Math.min(chosen, items.length - 1);
  const item = items[index];
  const isPicture = item !== undefined && 'src' in item;
  const isFixed = min === max;
  const move = (to: number): void => {
    const next = [...items];
    const [moved] = next.splice(index, 1);
    if (moved) next.splice(to, 0, moved);
    set(next);
    setChosen(to);
  };
  return (
    <fieldset className={styles.list}>
      <legend>{`${one}s`}</legend>
      <div className={styles.items} role="group" aria-label={`${one}s`}>
        {items.map((_item, at) => (
          <button
            key={at}
            type="button"
            aria-pressed={at === index}
            data-path={`${path}.${at}`}
            data-wrong={Object.keys(errors).some((wrong) => wrong.startsWith(`${path}.${at}.`)) || undefined}
            onClick={() => setChosen(at)}
          >
            <span className={styles.hidden}>{one} </span>
            {at + 1}
          </button>
        ))}
        {!isFixed && items.length < max && item && (
          <Button
            tone="quiet"
            icon={Plus}
            onClick={() => {
              set([...items, emptyLike(item)]);
              setChosen(items.length);
            }}
          >
            {`Add ${one.toLowerCase()}`}
          </Button>
        )}
      </div>
      {item && (
        <div className={styles.item}>
          {isPicture ? (
            <PictureField
              path={`${path}.${index}`}
              label={`${one} ${index + 1}`}
              picture={item as unknown as ContentPicture}
              errors={errors}
              onChange={(next) => set(items.map((each, at) => (at === index ? { ...next } : each)))}
            />
          ) : (
            <SectionForm
              path={`${path}.${index}.`}
              value={item}
              errors={errors}
              onChange={(next) => set(items.map((each, at) => (at === index ? next : each)))}
            />
          )}
          {items.length > 1 && (
            <div className={styles.acts}>
              <Button tone="quiet" icon={ArrowLeft} disabled={index === 0} onClick={() => move(index - 1)}>
                Earlier
              </Button>
              <Button
                tone="quiet"
                icon={ArrowRight}
                disabled={index === items.length - 1}
                onClick={() => move(index + 1)}
              >
                Later
              </Button>
              {!isFixed && items.length > min && (
                <Button tone="quiet" icon={Trash2} onClick={() => set(items.filter((_each, at) => at !== index))}>
                  Remove
                </Button>
              )}
            </div>
          )}
        </div>
      )}
    </fieldset>
  );
}
