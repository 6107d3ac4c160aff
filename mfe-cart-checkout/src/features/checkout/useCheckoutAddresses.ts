import type { Address, PostalAddress } from '@shop/shared/contracts';
import { selectUser, useAppSelector } from '@shop/shared/state';
import { useEffect, useRef, useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { addressToBilling, toPostalAddress } from './addressToBilling';
import { EMPTY_BILLING, type BillingForm } from './billingFields';
import { useSavedAddresses } from './useSavedAddresses';

interface CheckoutAddresses {
  readonly addresses: readonly Address[];
  /** Ids of the chosen ones, '' for none. */
  readonly billingId: string;
  readonly shippingId: string;
  readonly chooseBilling: (address: Address | undefined) => void;
  readonly chooseShipping: (address: Address | undefined) => void;
  /** Where it goes when that is not the billing address. */
  readonly shippingAddress: PostalAddress | null;
}

const isUntouched = (values: BillingForm): boolean =>
  Object.entries(EMPTY_BILLING).every(([name, empty]) => values[name as keyof BillingForm] === empty); // its own keys

/** The saved addresses in the checkout: the defaults fill in a form that nobody has typed into. */
export const useCheckoutAddresses = (form: UseFormReturn<BillingForm>): CheckoutAddresses => {
  const addresses = useSavedAddresses();
  const user = useAppSelector(selectUser);
  const [billingId, setBillingId] = useState('');
  const [shippingId, setShippingId] = useState('');
  const begun = useRef(false);

  const chooseBilling = (address: Address | undefined): void => {
    setBillingId(address?.id ?? '');
    if (!address) return;
    const { email, orderNotes } = form.getValues();
    form.reset(addressToBilling(address, { email: email || (user?.email ?? ''), orderNotes }));
  };

  useEffect(() => {
    if (begun.current || addresses.length === 0) return;
    begun.current = true;
    const billing = addresses.find((address) => address.default_billing);
    const shipping = addresses.find((address) => address.default_shipping);
    if (billing && isUntouched(form.getValues())) chooseBilling(billing);
    if (shipping && shipping.id !== billing?.id) setShippingId(shipping.id);
    // Once, when the addresses are there: what the shopper does after that is theirs.
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
