import type { ContentProduct } from '../ContentProduct';

type Specification = 'Made of' | 'Weight' | 'Dimensions' | 'Care';
type WatchSpecification = 'Movement' | 'Water resistance';

export interface JewelleryProduct extends ContentProduct {
  readonly specifications:
    Readonly<Record<Specification, string>> | Readonly<Record<Specification | WatchSpecification, string>>;
}
