import type { DocumentErrors } from '@shop/contracts/findDocumentErrors';
import { Plus, Trash2 } from 'lucide-react';
import { Button } from '../parts/Button';
import { Choice } from '../parts/Field';
import { useCategories } from './useCategories';
import styles from './DocumentPage.module.css';

const MAX_CATEGORIES = 8;

interface CategoriesFieldProps {
  readonly path: string;
  readonly chosen: readonly string[];
  readonly errors: DocumentErrors;
  readonly onChange: (chosen: readonly string[]) => void;
}

/** The categories of a section, in their order. */
export function CategoriesField({ path, chosen, errors, onChange }: CategoriesFieldProps) {
  const listOptions = useCategories();
  return (
    <fieldset className={styles.list} data-path={path} tabIndex={-1}>
      <legend>Categories</legend>
      {chosen.map((slug, index) => (
        <div key={index} className={styles.category}>
          <Choice
            label={`Category ${index + 1}`}
            name={`${path}.${index}`}
            value={slug}
            error={errors[`${path}.${index}`]}
            options={listOptions(slug)}
            onChange={(next) => onChange(chosen.map((each, at) => (at === index ? next : each)))}
          />
          {chosen.length > 1 && (
            <Button
              tone="quiet"
              icon={Trash2}
              aria-label={`Remove category ${index + 1}`}
              onClick={() => onChange(chosen.filter((_each, at) => at !== index))}
            >
              Remove
            </Button>
          )}
        </div>
      ))}
      {errors[path] !== undefined && (
        <p role="alert" className={styles.error}>
          {errors[path]}
        </p>
      )}
      {chosen.length < MAX_CATEGORIES && (
        <div className={styles.acts}>
          <Button icon={Plus} onClick={() => onChange([...chosen, ''])}>
            Add category
          </Button>
        </div>
      )}
    </fieldset>
  );
}
