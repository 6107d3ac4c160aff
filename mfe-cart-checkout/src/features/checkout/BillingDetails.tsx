import { COUNTRIES } from '@shop/contracts/constants';
import { RegionField } from '@shop/shared/connected/RegionField';
import { Field } from '@shop/shared/design-system/Field';
import { Select } from '@shop/shared/design-system/Select';
import { TextArea } from '@shop/shared/design-system/TextArea';
import {
  checkState,
  createAddressRule,
  FIELDS_BEFORE_COUNTRY,
  FIELDS_BEFORE_STATE,
  listFieldsAfterState,
  type AddressField,
} from '@shop/shared/forms/addressFields';
import { useFormContext } from 'react-hook-form';
import { EMAIL_FIELD, type BillingForm } from './billingFields';
import styles from './BillingDetails.module.css';

/** The billing form (product.md 7.2). Fields are validated on blur; submitting focuses the first invalid one. */
export function BillingDetails({ shipsElsewhere }: { readonly shipsElsewhere: boolean }) {
  const {
    register,
    watch,
    trigger,
    formState: { errors, touchedFields },
  } = useFormContext<BillingForm>();
  const country = watch('country');

  const renderField = ({ name, missing, width, ...field }: AddressField<keyof BillingForm>) => (
    <Field
      key={name}
      {...field}
      className={width && styles[width]}
      required={missing !== undefined}
      optional={missing === undefined}
      error={errors[name]?.message}
      {...register(name, { validate: createAddressRule({ name, missing }) })}
    />
  );

  return (
    <div>
      <fieldset>
        <legend className={styles.title}>Billing details</legend>
        <p className={styles.note}>Fields marked * are required. {shipsElsewhere ? '' : 'We ship to this address.'}</p>
        <div className={styles.fields}>
          {[EMAIL_FIELD, ...FIELDS_BEFORE_COUNTRY].map(renderField)}
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
          {FIELDS_BEFORE_STATE.map(renderField)}
          <RegionField
            country={country}
            value={watch('state')}
            error={errors.state?.message}
            {...register('state', { validate: checkState })}
          />
          {listFieldsAfterState(country).map(renderField)}
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
