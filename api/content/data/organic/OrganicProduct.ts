import type { ContentProduct } from '../ContentProduct';

type Specifications<Nutrition extends string> = Readonly<
  Record<'Ingredients' | 'Allergens' | Nutrition | 'Storage' | 'Origin' | 'Grower', string>
>;

export interface OrganicProduct extends ContentProduct {
  readonly specifications: Specifications<'Nutrition per 100\u00a0g'> | Specifications<'Nutrition per 100\u00a0ml'>;
}
