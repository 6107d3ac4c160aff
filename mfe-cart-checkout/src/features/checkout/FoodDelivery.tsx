import type { PostalAddress } from '@shop/contracts';
import { Button } from '@shop/shared/design-system/Button';
import { Note } from '@shop/shared/design-system/Note';
import { useEffect, useState, type ComponentType } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import type { BillingForm } from './billingFields';

interface ChoiceProps {
  readonly country: string;
  readonly postcode: string;
  /** Undefined if a saved address says it. */
  readonly onPostcode?: ((postcode: string) => void) | undefined;
}

/** The choice of a delivery slot, which only carts with food load. Without it, the order gets the first free slot. */
export function FoodDelivery({ shippingAddress }: { readonly shippingAddress: PostalAddress | null }) {
  const [Choice, setChoice] = useState<ComponentType<ChoiceProps>>();
  const [country, postcode] = useWatch<BillingForm, ['country', 'zipCode']>({ name: ['country', 'zipCode'] });
  const { setValue } = useFormContext<BillingForm>();
  const [isMissing, setIsMissing] = useState(false);
  const load = (): void => {
    setIsMissing(false);
    import(/* webpackChunkName: "delivery-slot" */ './delivery/DeliveryChoice').then(
      ({ DeliveryChoice }) => setChoice(() => DeliveryChoice),
      () => setIsMissing(true),
    );
  };
  useEffect(load, []);
  if (isMissing)
    return (
      <Note tone="warn">
        <p>We can’t show delivery times right now. Without a choice, your food comes at the first free time.</p>
        <Button variant="secondary" size="md" onClick={load}>
          Retry
        </Button>
      </Note>
    );
  if (!Choice) return null;
  return (
    <Choice
      country={shippingAddress?.country ?? country}
      postcode={(shippingAddress?.zipCode ?? postcode).trim()}
      onPostcode={shippingAddress ? undefined : (typed) => setValue('zipCode', typed, { shouldDirty: true })}
    />
  );
}
