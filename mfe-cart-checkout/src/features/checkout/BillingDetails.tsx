import { COUNTRIES } from '@shop/shared/contracts/constants';
import { checkPostalParts, isCountryCode } from '@shop/shared/contracts/postalRules';
import { RegionField } from '@shop/shared/connected/RegionField';
import { Field } from '@shop/shared/design-system/Field';
import { Select } from '@shop/shared/design-system/Select';
import { TextArea } from '@shop/shared/design-system/TextArea';
import { useFormContext } from 'react-hook-form';
import {
  BILLING_FIELDS_AFTER_STATE,
  BILLING_FIELDS_BEFORE_COUNTRY,
  BILLING_FIELDS_BEFORE_STATE,
  type BillingField,
  type BillingForm,
} from './billingFields';
import styles from './BillingDetails.module.css';

/** Returns an error message if the value is invalid for the country, otherwise true. */
const checkPart = (part: 'state' | 'zipCode', { country, state, zipCode }: BillingForm): string | true =>
  (isCountryCode(country) && checkPostalParts({ country, state, zipCode })[part]) || true;

/** The billing form (product.md 7.2). Fields are validated on blur; submitting focuses the first invalid one. */
export function BillingDetails() {
  const {
    register,
    watch,
    trigger,
    formState: { errors, touchedFields },
  } = useFormContext<BillingForm>();
  const country = watch('country');

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
        validate: (value, form) => {
          if (missing !== undefined && value.trim() === '') return missing;
          return name !== 'zipCode' || checkPart('zipCode', form);
        },
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
          <Select
            label="Country / Region"
            required
            autoComplete="country"
            className={styles.wide}
            {...register('country', {
              // The rules depend on the country: validate fields again that were already filled in.
              onChange: () => void trigger((['state', 'zipCode'] as const).filter((name) => touchedFields[name])),
            })}
          >
            {Object.entries(COUNTRIES).map(([code, name]) => (
              <option key={code} value={code}>
                {name}
              </option>
            ))}
          </Select>
          {BILLING_FIELDS_BEFORE_STATE.map(renderField)}
          <RegionField
            country={country}
            value={watch('state')}
            error={errors.state?.message}
            {...register('state', {
              validate: (value, form) => (value.trim() === '' ? 'Enter a state.' : checkPart('state', form)),
            })}
          />
          {BILLING_FIELDS_AFTER_STATE.map(renderField)}
        </div>
      </fieldset>
      <fieldset className={styles.additional}>
        <legend className={styles.title}>Additional information</legend>
        <TextArea
          label="Order notes"
          optional
          maxLength={1000}
          placeholder="Notes about your order, for example for delivery"
          {...register('orderNotes')}
        />
      </fieldset>
    </div>
  );
}
