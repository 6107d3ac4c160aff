import type { PictureSource } from '@shop/shared/design-system/pictureSources';
import type { StorefrontId } from '@shop/shared/storefronts';
import carrots from '../pictures/carrots-1.webp?widths=360,720';
import pearls from '../pictures/necklace-pearl-strand-1.webp?widths=360,720';

export const menuPictures = { jewellery: pearls, organic: carrots } satisfies Record<StorefrontId, PictureSource>;
