import type { MenuDocument } from '@shop/contracts';
import { ArrowDown, ArrowUp, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../parts/Button';
import { Choice, Field, TextField } from '../parts/Field';
import { Panel } from '../parts/Panel';
import { moveLine } from '../products/product/lines';
import type { DocumentErrors } from '@shop/contracts/findDocumentErrors';
import { PictureField } from './PictureField';
import { useCategories } from './useCategories';
import styles from './DocumentPage.module.css';

const MAX_COLUMNS = 6;
type Column = MenuDocument['columns'][number];
type Searches = Column['searches'];

const writeSearches = (searches: Searches): string =>
  searches.map(({ label, q }) => (label === q ? q : `${label} = ${q}`)).join('\n');
const readSearches = (text: string): Searches =>
  text.split('\n').flatMap((line) => {
    const [label = '', q = label] = line.split('=').map((part) => part.trim());
    return label === '' ? [] : [{ label, q }];
  });

interface SearchesFieldProps {
  readonly path: string;
  readonly searches: Searches;
  readonly errors: DocumentErrors;
  readonly onChange: (searches: Searches) => void;
}

function SearchesField({ path, searches, errors, onChange }: SearchesFieldProps) {
  const written = writeSearches(searches);
  const [typed, setTyped] = useState(written);
  // Spaces and empty lines stay while somebody types, though the searches have none.
  const isTyped = writeSearches(readSearches(typed)) === written;
  return (
    <TextField
      label="Searches in it, optional"
      name={path}
      rows={4}
      value={isTyped ? typed : written}
      error={Object.entries(errors).find(([at]) => at.startsWith(path))?.[1]}
      hint="One a line, at most eight. “Studs = stud earrings” shows Studs and searches for stud earrings."
      onChange={({ target }) => {
        setTyped(target.value);
        onChange(readSearches(target.value));
      }}
      onBlur={() => setTyped(written)}
    />
  );
}

interface MenuEditorProps {
  readonly document: MenuDocument;
  readonly errors: DocumentErrors;
  readonly onChange: (document: MenuDocument) => void;
}

/** The menu of categories: a column for each, with searches, and a promotion. */
export function MenuEditor(props: MenuEditorProps) {
  return (
    <>
      <Columns {...props} />
      <Promotion {...props} />
    </>
  );
}

function Columns({ document, errors, onChange }: MenuEditorProps) {
  const { columns } = document;
  const listOptions = useCategories();
  const write = (next: readonly Column[]): void => onChange({ ...document, columns: [...next] });
  const set = (index: number, column: Column): void => write(columns.map((each, at) => (at === index ? column : each)));
  return (
    <Panel
      title="Columns"
      action={
        columns.length < MAX_COLUMNS && (
          <Button icon={Plus} onClick={() => write([...columns, { category: '', searches: [] }])}>
            Add column
          </Button>
        )
      }
    >
      <p className={styles.hint}>
        Categories without a column stand below. Those that the storefront does not have are left out.
      </p>
      <ol className={styles.columns}>
        {columns.map(({ category, searches }, index) => (
          <li key={index} className={styles.form}>
            <Choice
              label={`Column ${index + 1}: category`}
              name={`columns.${index}.category`}
              value={category}
              error={errors[`columns.${index}.category`]}
              options={listOptions(category)}
              onChange={(next) => set(index, { category: next, searches })}
            />
            <SearchesField
              path={`columns.${index}.searches`}
              searches={searches}
              errors={errors}
              onChange={(next) => set(index, { category, searches: next })}
            />
            <div className={styles.acts}>
              <Button
                tone="quiet"
                icon={ArrowUp}
                disabled={index === 0}
                onClick={() => write(moveLine(columns, index, index - 1))}
              >
                Earlier
              </Button>
              <Button
                tone="quiet"
                icon={ArrowDown}
                disabled={index === columns.length - 1}
                onClick={() => write(moveLine(columns, index, index + 1))}
              >
                Later
              </Button>
              <Button tone="quiet" icon={Trash2} onClick={() => write(columns.filter((_column, at) => at !== index))}>
                Remove
              </Button>
            </div>
          </li>
        ))}
      </ol>
    </Panel>
  );
}

function Promotion({ document, errors, onChange }: MenuEditorProps) {
  const { columns, promotion } = document;
  if (!promotion)
    return (
      <Panel
        title="Promotion"
        action={
          <Button
            icon={Plus}
            onClick={() =>
              onChange({ columns, promotion: { title: '', href: '/products', picture: { src: '', alt: '' } } })
            }
          >
            Write your own
          </Button>
        }
      >
        <p className={styles.hint}>The picture beside the columns is as designed.</p>
      </Panel>
    );
  const set = (changes: Partial<typeof promotion>): void =>
    onChange({ columns, promotion: { ...promotion, ...changes } });
  return (
    <Panel title="Promotion" action={<Button onClick={() => onChange({ columns })}>Show it as designed</Button>}>
      <div className={styles.form}>
        <Field
          label="Title"
          name="promotion.title"
          maxLength={80}
          autoComplete="off"
          value={promotion.title}
          error={errors['promotion.title']}
          hint="Below the picture beside the columns."
          onChange={({ target }) => set({ title: target.value })}
        />
        <Field
          label="Leads to"
          name="promotion.href"
          maxLength={500}
          autoComplete="off"
          spellCheck={false}
          value={promotion.href}
          error={errors['promotion.href']}
          onChange={({ target }) => set({ href: target.value })}
        />
        <PictureField
          path="promotion.picture"
          label="Picture"
          picture={promotion.picture}
          errors={errors}
          onChange={(picture) => set({ picture })}
        />
      </div>
    </Panel>
  );
}
