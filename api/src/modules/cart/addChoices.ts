import {
  describeChoices,
  type Choices,
  type Engraving,
  type ProductFeatures,
  type StorefrontFeature,
} from '@shop/contracts';
import { hasFeature } from '../catalog/hasFeature';
import { priceEngraving } from '../customization/priceEngraving';
import type { Sellable } from './sellablesRepository';

type Price<Choice> = (features: ProductFeatures, choice: Choice) => number | undefined;

/** By choice: the storefront's feature, and its price in cents per piece; undefined if the product cannot have it. */
const FEATURES: {
  readonly engraving: { readonly name: StorefrontFeature; readonly price: Price<Engraving> };
} = { engraving: { name: 'customization', price: priceEngraving } };

interface ChosenLine extends Sellable {
  readonly choices?: Choices;
  readonly choicesCents?: number;
}

/** Adds what a shopper chose to name and price; undefined if this product cannot have it. */
export const addChoices = (sellable: Sellable, choices: Choices = {}): ChosenLine | undefined => {
  const { engraving } = choices;
  if (!engraving) return sellable;
  const { name, price } = FEATURES.engraving;
  const cents = hasFeature(sellable.store, name) ? price(sellable.storeFeatures, engraving) : undefined;
  if (cents === undefined) return undefined;
  return {
    ...sellable,
    name: sellable.name + describeChoices(choices),
    priceCents: sellable.priceCents + cents,
    choices: { engraving },
    choicesCents: cents,
  };
};
