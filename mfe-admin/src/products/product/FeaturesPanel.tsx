import type { ProductField } from '@shop/contracts';
import { useState } from 'react';
import type { FormPageState } from '../../form/useFormPage';
import { Field, TextField } from '../../parts/Field';
import { Panel } from '../../parts/Panel';
import { useFeatures } from '../../parts/useStores';
import { readFeatures, readTyped, writeFeatures, type EditedFeatures } from './features';
import styles from './ProductPage.module.css';

interface FeaturesPanelProps {
  readonly form: FormPageState<ProductField>;
  readonly store: string;
}

const show = (value: number | string | undefined): string => (value === undefined ? '' : String(value));
interface Value {
  readonly name: string;
  readonly value: string;
}
const formatValues = (values: readonly Value[]): string =>
  values.map(({ name, value }) => `${name}: ${value}`).join('\n');
const parseValues = (text: string): Value[] =>
  text.split('\n').flatMap((line) => {
    const [name = '', ...value] = line.split(':');
    return line.trim() === '' ? [] : [{ name: name.trim(), value: value.join(':').trim() }];
  });

/** What a report says. While a line is being typed it stays as it is. */
function Values({
  values,
  onChange,
}: {
  readonly values: readonly Value[];
  readonly onChange: (values: Value[]) => void;
}) {
  const [text, setText] = useState(() => formatValues(values));
  const isOwn = JSON.stringify(parseValues(text)) === JSON.stringify(values);
  return (
    <TextField
      label="What it says, optional"
      hint="One a line, such as Carat: 0.50."
      value={isOwn ? text : formatValues(values)}
      onChange={({ target }) => {
        setText(target.value);
        onChange(parseValues(target.value));
      }}
    />
  );
}

/** What is special about the storefront's products. */
export function FeaturesPanel({ form, store }: FeaturesPanelProps) {
  const features = readFeatures(form.values.store_features);
  const has = useFeatures(store);
  const { customization, certification, sizeGuide, ringSize, freshnessDays } = features;
  const { error } = form.field('store_features');
  const change = (changes: EditedFeatures): void =>
    form.change('store_features', writeFeatures({ ...features, ...changes }));
  const toggle = (label: string, isOn: boolean, onChange: (isOn: boolean) => void) => (
    <label className={styles.check}>
      <input type="checkbox" checked={isOn} onChange={({ target }) => onChange(target.checked)} />
      {label}
    </label>
  );
  return (
    <Panel title="Storefront features">
      <fieldset name="store_features" tabIndex={-1} className={styles.stack} aria-label="Storefront features">
        {has.includes('customization') && (
          <>
            {toggle('Engraving', customization !== undefined, (isOn) =>
              change({ customization: isOn ? { engravingMaxLetters: 20 } : undefined }),
            )}
            {customization && (
              <div className={styles.pair}>
                <Field
                  label="Letters at most"
                  inputMode="numeric"
                  autoComplete="off"
                  value={show(customization.engravingMaxLetters)}
                  onChange={({ target }) =>
                    change({
                      customization: { ...customization, engravingMaxLetters: readTyped(target.value) ?? '' },
                    })
                  }
                />
                <Field
                  label="Price in dollars, optional"
                  inputMode="decimal"
                  autoComplete="off"
                  value={show(customization.engravingPrice)}
                  onChange={({ target }) =>
                    change({ customization: { ...customization, engravingPrice: readTyped(target.value) } })
                  }
                />
              </div>
            )}
          </>
        )}
        {has.includes('certification') && (
          <>
            {toggle('Report of a laboratory', certification !== undefined, (isOn) =>
              change({ certification: isOn ? { laboratory: '', reportNumber: '' } : undefined }),
            )}
            {certification && (
              <>
                <div className={styles.pair}>
                  <Field
                    label="Laboratory"
                    autoComplete="off"
                    maxLength={80}
                    value={certification.laboratory}
                    onChange={({ target }) => change({ certification: { ...certification, laboratory: target.value } })}
                  />
                  <Field
                    label="Number"
                    autoComplete="off"
                    maxLength={80}
                    value={certification.reportNumber}
                    onChange={({ target }) =>
                      change({ certification: { ...certification, reportNumber: target.value } })
                    }
                  />
                </div>
                <Field
                  label="Address of the report, optional"
                  type="url"
                  autoComplete="off"
                  maxLength={500}
                  placeholder="https://"
                  value={certification.reportUrl ?? ''}
                  onChange={({ target }) =>
                    change({ certification: { ...certification, reportUrl: target.value || undefined } })
                  }
                />
                <Values
                  values={certification.values ?? []}
                  onChange={(values) =>
                    change({ certification: { ...certification, values: values.length > 0 ? values : undefined } })
                  }
                />
              </>
            )}
          </>
        )}
        {has.includes('size-guide') && (
          <>
            {toggle('Guide to ring sizes', sizeGuide !== undefined, (isOn) =>
              change({ sizeGuide: isOn ? [] : undefined }),
            )}
            <Field
              label="Its only ring size in millimeters, optional"
              inputMode="decimal"
              autoComplete="off"
              value={show(ringSize)}
              onChange={({ target }) => change({ ringSize: readTyped(target.value) })}
            />
          </>
        )}
        {has.includes('freshness-timer') && (
          <Field
            label="Days that it stays fresh, optional"
            inputMode="numeric"
            autoComplete="off"
            value={show(freshnessDays)}
            onChange={({ target }) => change({ freshnessDays: readTyped(target.value) })}
          />
        )}
        {error !== undefined && (
          <p role="alert" className={styles.error}>
            {error}
          </p>
        )}
      </fieldset>
    </Panel>
  );
}
