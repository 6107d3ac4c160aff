import type { Address, PostalAddress } from '@shop/contracts';
import { selectUser, useAppSelector } from '@shop/shared/state';
import { useEffect, useRef, useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { addressToBilling, toPostalAddress } from './addressToBilling';
import { EMPTY_BILLING, toBilling, type BillingForm } from './billingFields';
import { useSavedAddresses } from './useSavedAddresses';

interface CheckoutAddresses {
  readonly addresses: readonly Address[];
  /** Ids of the selected addresses; '' for none. */
  readonly billingId: string;
  readonly shippingId: string;
  readonly chooseBilling: (address: Address | undefined) => void;
  readonly chooseShipping: (address: Address | undefined) => void;
  /** Shipping address if it differs from the billing address. */
  readonly shippingAddress: PostalAddress | null;
}

const isUntouched = (values: BillingForm, initial: BillingForm): boolean =>
  // Safe: keys of the same object.
  Object.entries(initial).every(([name, value]) => values[name as keyof BillingForm] === value);

/** Saved addresses in the checkout. The defaults fill in a form that is still untouched. */
export const useCheckoutAddresses = (form: UseFormReturn<BillingForm>): CheckoutAddresses => {
  const addresses = useSavedAddresses();
  const user = useAppSelector(selectUser);
  const [billingId, setBillingId] = useState('');
  const [shippingId, setShippingId] = useState('');
  const filledIn = useRef(false);

  const chooseBilling = (address: Address | undefined): void => {
    setBillingId(address?.id ?? '');
    if (!address) return;
    const { email, orderNotes } = form.getValues();
    form.reset(addressToBilling(address, { email: email || (user?.email ?? ''), orderNotes }));
  };

  useEffect(() => {
    if (filledIn.current || addresses.length === 0) return;
    filledIn.current = true;
    const billing = addresses.find((address) => address.default_billing);
    const shipping = addresses.find((address) => address.default_shipping);
    if (billing && isUntouched(form.getValues(), user ? toBilling(user) : EMPTY_BILLING)) chooseBilling(billing);
    if (shipping && shipping.id !== billing?.id) setShippingId(shipping.id);
    // Runs once, when the addresses arrive: it must not overwrite later input.
    // eslint-disable-next-line react-hooks/exhaustive-deps -- see above
  }, [addresses]);

  const shipping = addresses.find(({ id }) => id === shippingId);
  return {
    addresses,
    billingId: addresses.some(({ id }) => id === billingId) ? billingId : '',
    shippingId: shipping?.id ?? '',
    chooseBilling,
    chooseShipping: (address) => setShippingId(address?.id ?? ''),
    shippingAddress: shipping ? toPostalAddress(shipping) : null,
  };
};
