import { ConnectedProductCard } from '@shop/shared/connected/ConnectedProductCard';
import { selectCartCount, selectStorefront, useAppSelector } from '@shop/shared/state';
import type { ComponentProps } from 'react';
import { useOnDemand } from './useOnDemand';

const loadStepper = async () => (await import(/* webpackChunkName: "card-stepper" */ './CardStepper')).CardStepper;
const keepButton = (): void => undefined;

/** A card that shows the quantity of what the cart has, where the storefront wants it. Few visitors have a cart. */
export function CatalogCard(props: Omit<ComponentProps<typeof ConnectedProductCard>, 'Stepper'>) {
  const { cardStepper = false } = useAppSelector(selectStorefront);
  const hasLines = useAppSelector((state) => selectCartCount(state) > 0);
  const Stepper = useOnDemand(cardStepper && hasLines, loadStepper, keepButton);
  return <ConnectedProductCard {...props} Stepper={Stepper} />;
}
