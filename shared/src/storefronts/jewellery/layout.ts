import { ShoppingBag } from 'lucide-react';
import type { StorefrontLayout } from '../StorefrontLayout';
import { OrielLogo } from './OrielLogo';
import { OrielMark } from './OrielMark';
import { menu } from './categoriesMenu';
import './theme.css';

export const jewelleryLayout: StorefrontLayout = {
  Logo: OrielLogo,
  Mark: OrielMark,
  header: 'centered',
  searchPlaceholder: 'Search rings, stones, makers',
  cartIcon: ShoppingBag,
  menu,
};
