import { ShoppingBasket } from 'lucide-react';
import type { StorefrontLayout } from '../StorefrontLayout';
import { FooterField } from './FooterField';
import { FurrowLogo } from './FurrowLogo';
import { FurrowMark } from './FurrowMark';
import { menu } from './categoriesMenu';
import './theme.css';

export const organicLayout: StorefrontLayout = {
  Logo: FurrowLogo,
  Mark: FurrowMark,
  header: 'search',
  searchPlaceholder: 'Search fruit, vegetables, dairy',
  cartIcon: ShoppingBasket,
  FooterEdge: FooterField,
  menu,
};
