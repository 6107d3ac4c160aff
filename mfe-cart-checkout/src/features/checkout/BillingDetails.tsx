import { COUNTRIES } from '@shop/shared/contracts';
import { Field } from '@shop/shared/design-system/Field';
import { Select } from '@shop/shared/design-system/Select';
import { TextArea } from '@shop/shared/design-system/TextArea';
import { useFormContext } from 'react-hook-form';
import { BILLING_FIELDS_AFTER_COUNTRY, BILLING_FIELDS_BEFORE_COUNTRY, type BillingField, type BillingForm } from './billingFields';
import styles from './BillingDetails.module.css';

/** The billing form of SPEC 3 and 5: errors by the field after it was left, the first one focused on sending. */
export function BillingDetails() {
  const {
    register,
    formState: { errors },
  } = useFormContext<BillingForm>();

  const renderField = ({ name, label, missing, wide, pattern, maxLength, ...input }: BillingField) => (
    <Field
      key={name}
      {...input}
      label={label}
      className={wide ? styles.wide : undefined}
      required={missing !== undefined}
      optional={missing === undefined}
      maxLength={maxLength}
      error={errors[name]?.message}
      {...register(name, {
        ...(missing === undefined ? {} : { validate: (value) => value.trim() !== '' || missing }),
        ...(pattern ? { pattern } : {}),
      })}
    />
  );

  return (
    <div>
      <fieldset>
        <legend className={styles.title}>Billing details</legend>
        <p className={styles.note}>Fields marked * are required.</p>
        <div className={styles.fields}>
          {BILLING_FIELDS_BEFORE_COUNTRY.map(renderField)}
          <Select label="Country / Region" required autoComplete="country" className={styles.wide} {...register('country')}>
            {Object.entries(COUNTRIES).map(([code, name]) => (
              <option key={code} value={code}>
                {name}
              </option>
            ))}
          </Select>
          {BILLING_FIELDS_AFTER_COUNTRY.map(renderField)}
        </div>
      </fieldset>
      <fieldset>
        <legend className={styles.title}>Additional information</legend>
        <TextArea label="Order notes" optional maxLength={1000} placeholder="Notes about your order, for example for delivery" {...register('orderNotes')} />
      </fieldset>
    </div>
  );
}
