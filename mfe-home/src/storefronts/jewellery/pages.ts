import earringsPearl from '../../pictures/earrings-pearl-1.webp?widths=320,640,960';
import earringsStuds from '../../pictures/earrings-studs-1.webp?widths=320,640,960';
import locket from '../../pictures/necklace-locket-1.webp?widths=320,640,960';
import strand from '../../pictures/necklace-pearl-strand-1.webp?widths=480,640,960';
import pendant from '../../pictures/necklace-solitaire-1.webp?widths=320,640,960';
import eternity from '../../pictures/ring-eternity-1.webp?widths=320,640,960';
import solitaire from '../../pictures/ring-solitaire-yellow-1.webp?widths=320,640,960';
import weddingRing from '../../pictures/ring-wedding-yellow-1.webp?widths=320,640,960';
import dressWatch from '../../pictures/watch-dress-1.webp?widths=320,640,960';
import type { StorefrontPages } from '../StorefrontPages';

export const jewelleryPages: StorefrontPages = {
  pictures: {
    'earrings-pearl': earringsPearl,
    'earrings-studs': earringsStuds,
    'necklace-locket': locket,
    'necklace-pearl-strand': strand,
    'necklace-solitaire': pendant,
    'ring-eternity': eternity,
    'ring-solitaire-yellow': solitaire,
    'ring-wedding-yellow': weddingRing,
    'watch-dress': dressWatch,
  },
  loadPictures: () => import(/* webpackChunkName: "content" */ './textPictures'),
  topProducts: 'rail',
  blogLead: 'Notes on stones, metal and how to look after both.',
};
