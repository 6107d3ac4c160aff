import { listStaffGroups } from '@shop/contracts';
import type { FormPageState } from '../form/useFormPage';
import { Choice, Field } from '../parts/Field';
import { Panel } from '../parts/Panel';
import { useStores } from '../parts/useStores';
import { splitLines } from '../products/product/lines';
import { useLoaded } from '../useApi';
import { LABELS, type CouponField } from './couponTexts';
import { ProductPicker } from './ProductPicker';
import styles from './CouponPage.module.css';

const KINDS = [
  { value: 'percent', label: 'Percent' },
  { value: 'fixed', label: 'Dollars' },
];
const SALES = [
  { value: '', label: 'Reduced, too' },
  { value: 'yes', label: 'Left out' },
];

interface FieldHints {
  readonly hint?: string;
  readonly type?: string;
  readonly inputMode?: 'numeric' | 'decimal' | 'email';
  readonly maxLength?: number;
}

/** What a coupon gives, for what, to whom and when. */
export function CouponForm({ form, isNew }: { readonly form: FormPageState<CouponField>; readonly isNew: boolean }) {
  const stores = useStores();
  const { values } = form;
  const groups = useLoaded(listStaffGroups, {}, '').value?.data ?? [];
  const chosen = splitLines(values.categories);
  const text = (name: CouponField, hints: FieldHints = {}, label = `${LABELS[name]}, optional`) => (
    <Field
      label={label}
      {...form.field(name)}
      {...hints}
      autoComplete="off"
      spellCheck={false}
      onChange={({ target }) => form.change(name, target.value)}
      onBlur={() => form.leave(name)}
    />
  );
  const toggle = (slug: string, isOn: boolean): void =>
    form.change('categories', (isOn ? [...chosen, slug] : chosen.filter((one) => one !== slug)).sort().join('\n'));
  const { error } = form.field('categories');
  /** What somebody has deleted meanwhile, and is still said, can be taken away. */
  const gone = chosen.filter((slug) => !groups.some((group) => group.kind === 'category' && group.slug === slug));
  return (
    <>
      <Panel title="What it gives">
        <div className={styles.stack}>
          {isNew &&
            text(
              'code',
              { hint: 'What shoppers type, in capitals or not. It cannot be changed later.', maxLength: 32 },
              LABELS.code,
            )}
          <div className={styles.pair}>
            <Choice
              label={LABELS.kind}
              {...form.field('kind')}
              options={KINDS}
              onChange={(kind) => form.change('kind', kind)}
            />
            {text('amount', { inputMode: 'decimal', maxLength: 10 }, values.kind === 'fixed' ? 'Dollars' : 'Percent')}
          </div>
          <div className={styles.pair}>
            {text('minimum_cents', { inputMode: 'decimal', maxLength: 10, hint: 'In dollars, before shipping.' })}
            {text('maximum_cents', { inputMode: 'decimal', maxLength: 10 })}
          </div>
        </div>
      </Panel>
      <Panel title="For what">
        <div className={styles.stack}>
          <Choice
            label={LABELS.not_reduced}
            {...form.field('not_reduced')}
            options={SALES}
            onChange={(next) => form.change('not_reduced', next)}
          />
          <ProductPicker form={form} />
          <fieldset name="categories" tabIndex={-1} className={styles.values}>
            <legend>{LABELS.categories}, optional</legend>
            <p className={styles.hint}>Without products and categories, it is for everything.</p>
            {stores.map(({ slug: store, name: storeName }) => (
              <div key={store} role="group" aria-label={storeName} className={styles.chips}>
                <span>{storeName}</span>
                {groups.map(({ kind, store: of, slug, name }) =>
                  kind === 'category' && of === store ? (
                    <label key={slug}>
                      <input
                        type="checkbox"
                        checked={chosen.includes(slug)}
                        onChange={({ target }) => toggle(slug, target.checked)}
                      />
                      {name}
                    </label>
                  ) : null,
                )}
              </div>
            ))}
            {groups.length > 0 && gone.length > 0 && (
              <div className={styles.chips}>
                {gone.map((slug) => (
                  <label key={slug}>
                    <input type="checkbox" checked onChange={() => toggle(slug, false)} />
                    {slug} (deleted)
                  </label>
                ))}
              </div>
            )}
            {error !== undefined && (
              <p role="alert" className={styles.error}>
                {error}
              </p>
            )}
          </fieldset>
        </div>
      </Panel>
      <Panel title="For whom and when">
        <div className={styles.stack}>
          <div className={styles.pair}>
            {text('starts_at', { type: 'date' })}
            {text('ends_at', { type: 'date', hint: 'Included. Days end at midnight UTC.' })}
          </div>
          <div className={styles.pair}>
            {text('max_uses', { inputMode: 'numeric', maxLength: 9, hint: 'By all customers together.' })}
            {text('max_uses_per_customer', { inputMode: 'numeric', maxLength: 9 })}
          </div>
          {text('email', {
            inputMode: 'email',
            maxLength: 254,
            hint: 'Only for who owns it: signed in, or by the link of a mail.',
          })}
        </div>
      </Panel>
    </>
  );
}
