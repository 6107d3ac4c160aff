import { createRandomId } from '@shop/shared/api-client/createRandomId';
import type { PaymentMethod } from '@shop/contracts';
import { showServerErrors } from '@shop/shared/forms/showServerErrors';
import { paths } from '@shop/shared/navigation';
import {
  selectAmountToPay,
  selectAuth,
  selectCart,
  selectCartDiscount,
  selectCurrency,
  selectPlace,
  toCartContents,
  useAppDispatch,
  useAppSelector,
} from '@shop/shared/state';
import { useEffect, useState } from 'react';
import { FormProvider, useForm } from 'react-hook-form';
import { useNavigate } from 'react-router-dom';
import { selectFood } from '../../parts/foodSlice';
import { payOrder } from '../../parts/payOrder';
import { BillingDetails } from './BillingDetails';
import { EMPTY_BILLING, toBilling, type BillingForm } from './billingFields';
import { orderPlaced, selectCheckout } from './checkoutSlice';
import { FoodDelivery } from './FoodDelivery';
import { GuestNote } from './GuestNote';
import { forgetBilling, keepBilling, readKeptBilling } from './keptBilling';
import { OrderPlacement } from './OrderPlacement';
import { OrderSummary } from './OrderSummary';
import { SavedAddressSelect } from './SavedAddressSelect';
import { toOrderBody } from './toOrderBody';
import { useCheckoutAddresses } from './useCheckoutAddresses';
import styles from './CheckoutForm.module.css';

const BILLING_NAMES = Object.keys(EMPTY_BILLING) as (keyof BillingForm)[]; // Safe: the object has exactly these keys.

/** Rendered only in the browser, so the initial values can include what was typed before a reload. */
export function CheckoutForm() {
  const cart = useAppSelector(selectCart);
  const discount = useAppSelector(selectCartDiscount);
  const total = useAppSelector(selectAmountToPay);
  const { code: currency } = useAppSelector(selectCurrency);
  const { fieldErrors, paymentOptions } = useAppSelector(selectCheckout);
  const food = useAppSelector(selectFood);
  const { postcode } = useAppSelector(selectPlace);
  const dispatch = useAppDispatch();
  const navigate = useNavigate();
  const { isAuthenticated, user } = useAppSelector(selectAuth);
  const owner = isAuthenticated && user ? user.id : null;
  const [chosenMethod, setChosenMethod] = useState<PaymentMethod | null>(null);
  const paymentMethod = chosenMethod ?? paymentOptions?.find(({ available }) => available)?.method ?? null;
  const form = useForm<BillingForm>({
    mode: 'onTouched',
    defaultValues: { ...(user ? toBilling(user) : EMPTY_BILLING), zipCode: postcode, ...readKeptBilling(owner) },
  });
  const saved = useCheckoutAddresses(form);

  useEffect(() => {
    const watching = form.watch((values) => keepBilling(owner, values));
    return () => watching.unsubscribe();
  }, [form, owner]);

  useEffect(() => {
    showServerErrors(form.setError, BILLING_NAMES, { fields: fieldErrors }, 'billing.');
  }, [fieldErrors, form]);

  const place = form.handleSubmit(async (values) => {
    if (paymentMethod === null) return;
    // A coupon below its minimum gives no discount and must not be redeemed.
    const seen = toCartContents(discount > 0 ? cart : { ...cart, coupon: null });
    const body = toOrderBody(values, {
      cart: seen,
      total,
      currency,
      paymentMethod,
      shippingAddress: saved.shippingAddress,
      food,
    });
    const result = await dispatch(orderPlaced({ body, newKey: createRandomId() }));
    if (!orderPlaced.fulfilled.match(result)) return;
    forgetBilling();
    const { number, payable } = result.payload;
    // Navigate to the order's page first: the back button leads there from the payment provider, and it has a button to
    // retry.
    await navigate(paths.orderReceived(number), { replace: true });
    if (payable) await dispatch(payOrder(number));
  });

  return (
    <FormProvider {...form}>
      <form
        method="post"
        className={styles.columns}
        noValidate
        onSubmit={(event) => void place(event)}
        aria-label="Checkout"
      >
        <OrderSummary />
        <div className={styles.details}>
          {!isAuthenticated && <GuestNote />}
          {saved.addresses.length > 0 && (
            <div className={styles.saved}>
              <SavedAddressSelect
                label="Bill to"
                noneLabel="Another address"
                addresses={saved.addresses}
                selected={saved.billingId}
                onSelect={saved.chooseBilling}
              />
              <SavedAddressSelect
                label="Ship to"
                noneLabel="The billing address"
                addresses={saved.addresses}
                selected={saved.shippingId}
                onSelect={saved.chooseShipping}
              />
            </div>
          )}
          {food.food && <FoodDelivery shippingAddress={saved.shippingAddress} />}
          <BillingDetails shipsElsewhere={saved.shippingAddress !== null} />
        </div>
        <div className={styles.placement}>
          <OrderPlacement paymentMethod={paymentMethod} onPaymentMethod={setChosenMethod} />
        </div>
      </form>
    </FormProvider>
  );
}
