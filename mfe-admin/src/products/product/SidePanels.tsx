import {
  ATTRIBUTES,
  toSlugLabel,
  toSlugs,
  type AttributeId,
  type getProductChoices,
  type ProductField,
  type ProductStatus,
  type ResponseOf,
  type StaffProduct,
} from '@shop/contracts';
import { useState } from 'react';
import type { FormPageState } from '../../form/useFormPage';
import { Button } from '../../parts/Button';
import { Choice, Field } from '../../parts/Field';
import { Panel } from '../../parts/Panel';
import { useFeatures, useStores } from '../../parts/useStores';
import { LABELS } from './checkField';
import { FeaturesPanel } from './FeaturesPanel';
import { toSlug } from './lines';
import styles from './ProductPage.module.css';

export type Choices = ResponseOf<typeof getProductChoices>['data'][number];
type Option = Choices['category'][number];

export const STATUSES: readonly { readonly value: ProductStatus; readonly label: string }[] = [
  { value: 'draft', label: 'Draft' },
  { value: 'published', label: 'Published' },
  { value: 'archived', label: 'Archived' },
];

/** What somebody has deleted meanwhile, and is still said, stays a choice. */
const withCurrent = (options: readonly Option[], value: string): readonly Option[] =>
  options.some((option) => option.value === value) ? options : [{ value, label: value || 'Choose' }, ...options];

interface SidePanelsProps {
  readonly form: FormPageState<ProductField>;
  readonly product: StaffProduct;
  readonly choices: Choices | undefined;
}

/** What a product belongs to and how it is found. */
export function SidePanels({ form, product, choices }: SidePanelsProps) {
  const { store } = product;
  const { values } = form;
  const has = useFeatures(store);
  const hasVariants = values.variants !== '';
  const text = (name: ProductField, hint?: string, optional = false) => (
    <Field
      label={optional ? `${LABELS[name]}, optional` : LABELS[name]}
      {...form.field(name)}
      {...(hint !== undefined && { hint })}
      autoComplete="off"
      onChange={({ target }) => form.change(name, target.value)}
      onBlur={() => form.leave(name)}
    />
  );
  return (
    <>
      <Panel title="Visibility">
        <Choice
          label={LABELS.status}
          {...form.field('status')}
          options={STATUSES}
          hint={
            values.status === 'published'
              ? 'Shoppers find and buy it.'
              : values.status === 'draft'
                ? 'Only staff see it.'
                : 'No longer sold; orders keep it.'
          }
          onChange={(next) => form.change('status', next)}
        />
      </Panel>
      <Panel title="Price">
        <div className={styles.stack}>
          {hasVariants ? (
            <p className={styles.muted}>The variants have the prices. Lists show the lowest.</p>
          ) : (
            text('price', 'In dollars.')
          )}
          {text(
            'original_price',
            hasVariants ? 'Of the cheapest variant.' : 'Above the price: it is shown crossed out.',
            true,
          )}
          {text('unit', 'What one is, such as 500 g or 6 pieces.', true)}
          {!hasVariants &&
            has.includes('weight-options') &&
            text('net_weight', 'Such as 500 g, 750 ml, or sold loose by 250 g.', true)}
        </div>
      </Panel>
      <Panel title="Where it belongs">
        <div className={styles.stack}>
          {(['category', 'brand'] as const).map((name) => (
            <Choice
              key={name}
              label={LABELS[name]}
              {...form.field(name)}
              options={withCurrent(choices?.[name] ?? [], values[name])}
              onChange={(next) => form.change(name, next)}
            />
          ))}
          {listAttributes(choices, values).map((attribute) => (
            <Values key={attribute.id} attribute={attribute} options={choices?.[attribute.id] ?? []} form={form} />
          ))}
          {text('sku')}
          {text('seller')}
          {text('featured_rank', 'Lower ones come first.', true)}
          <label className={styles.check}>
            <input
              type="checkbox"
              name="popular"
              checked={values.popular === 'true'}
              onChange={({ target }) => form.change('popular', String(target.checked))}
            />
            Among the popular ones
          </label>
        </div>
      </Panel>
      <FeaturesPanel form={form} store={store} />
      <SearchPreview id={product.id} store={store} name={values.name} text={values.short_description} />
    </>
  );
}

/** Those that products of the storefront have; all of them in a shop that is new. */
const listAttributes = (choices: Choices | undefined, values: Readonly<Record<ProductField, string>>) => {
  const used = ATTRIBUTES.filter(({ id }) => values[id] !== '' || (choices?.[id].length ?? 0) > 0);
  return used.length > 0 ? used : ATTRIBUTES;
};

interface ValuesProps {
  readonly attribute: (typeof ATTRIBUTES)[number];
  readonly options: readonly Option[];
  readonly form: FormPageState<ProductField>;
}

/** Values of an attribute: those that other products have, and new ones. */
function Values({ attribute, options, form }: ValuesProps) {
  const { id, label } = attribute;
  const [typed, setTyped] = useState('');
  const chosen = toSlugs(form.values[id]);
  const shown = [
    ...options,
    ...chosen
      .filter((slug) => !options.some(({ value }) => value === slug))
      .map((slug) => ({ value: slug, label: toSlugLabel(attribute, slug) })),
  ];
  const write = (slugs: readonly string[]): void => form.change(id satisfies AttributeId, slugs.join(' '));
  const add = (): void => {
    const slug = toSlug(typed);
    if (slug !== '' && !chosen.includes(slug)) write([...chosen, slug]);
    setTyped('');
  };
  const { error } = form.field(id);
  return (
    <fieldset name={id} tabIndex={-1} className={styles.values}>
      <legend>{label}</legend>
      <div className={styles.chips}>
        {shown.map(({ value, label: text }) => (
          <label key={value}>
            <input
              type="checkbox"
              checked={chosen.includes(value)}
              onChange={({ target }) =>
                write(target.checked ? [...chosen, value] : chosen.filter((slug) => slug !== value))
              }
            />
            {text}
          </label>
        ))}
      </div>
      <div className={styles.another}>
        <input
          aria-label={`Another value of ${label}`}
          placeholder="Another"
          autoComplete="off"
          maxLength={64}
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return;
            event.preventDefault();
            add();
          }}
        />
        {typed.trim() !== '' && <Button onClick={add}>Add</Button>}
      </div>
      {error !== undefined && (
        <p role="alert" className={styles.error}>
          {error}
        </p>
      )}
    </fieldset>
  );
}

const MAX_TITLE = 60;
const MAX_TEXT = 155;
const cut = (text: string, length: number): string => (text.length > length ? `${text.slice(0, length - 1)}…` : text);

/** What a search engine shows: its address, its name and its short description. */
function SearchPreview({
  id,
  store,
  name,
  text,
}: {
  readonly id: string;
  readonly store: string;
  readonly name: string;
  readonly text: string;
}) {
  const shop = useStores().find(({ slug }) => slug === store)?.name ?? '';
  const title = `${name} | ${shop}`;
  return (
    <Panel title="In search engines">
      <div className={styles.search}>
        <small>products › {id}</small>
        <b>{cut(title, MAX_TITLE)}</b>
        <span>{cut(text || 'The short description.', MAX_TEXT)}</span>
      </div>
      <p className={styles.muted}>
        {title.length} of {MAX_TITLE} characters, and {text.length} of {MAX_TEXT}.
      </p>
    </Panel>
  );
}
