import { etsy } from './etsy';
import type { ForeignFormat } from './ForeignFormat';
import { shopify } from './shopify';
import { wooCommerce } from './wooCommerce';

export const foreignFormats: readonly ForeignFormat[] = [wooCommerce, shopify, etsy];
