import { buildListingHref, paths } from '../../navigation/paths';
import type { StorefrontDocuments } from '../StorefrontDocuments';

export const jewelleryDocuments: StorefrontDocuments = {
  home: {
    title: 'Fine jewelry and watches',
    sections: [
      {
        kind: 'hero',
        slides: [
          {
            eyebrow: 'Engagement rings',
            title: 'Light, set',
            highlight: 'in gold',
            text: 'Solitaires and halos in solid gold, from 9k to 18k, with natural and lab-grown diamonds. The first resizing is free.',
            button: 'Shop now',
            href: paths.shop,
            picture: {
              src: 'own:ring-solitaire-yellow',
              alt: 'Yellow gold solitaire ring with a six-claw round diamond',
            },
          },
          {
            eyebrow: 'Pearls',
            title: 'The moon,',
            highlight: 'on a wire',
            text: 'Freshwater pearls, matched in pairs by eye: for size, for color, and for how they answer the light.',
            button: 'Shop now',
            href: paths.shop,
            picture: { src: 'own:earrings-pearl', alt: 'Pearl drop earrings with gold-colored lever backs' },
          },
          {
            eyebrow: 'Watches',
            title: 'A minute a day,',
            highlight: 'by hand',
            text: 'Hand-wound movements in quiet cases. One minute to wind. The day is yours.',
            button: 'Shop now',
            href: paths.shop,
            picture: { src: 'own:watch-dress', alt: 'Round gold dress watch with a brown leather strap' },
          },
        ],
      },
      { kind: 'categories', title: 'Shop by category' },
      {
        kind: 'collection',
        eyebrow: 'New collection',
        title: 'Quiet pearls, for loud days',
        text: 'Freshwater pearls matched by hand and strung on silk, knotted by hand between every pearl.',
        button: 'See the collection',
        href: buildListingHref({ brand: 'pearl-elegance' }),
        pictures: [
          { src: 'own:necklace-pearl-strand', alt: 'Strand of round white pearls' },
          { src: 'own:earrings-pearl', alt: 'Pearl drop earrings with yellow gold hooks' },
          { src: 'own:necklace-solitaire', alt: 'Solitaire pendant on a fine yellow gold chain' },
        ],
      },
      { kind: 'top-products', title: 'Top products', button: '' },
      {
        kind: 'promotions',
        items: [
          {
            eyebrow: 'Wedding rings',
            title: 'Made as a pair, worn for good',
            button: 'Explore wedding rings',
            href: buildListingHref({ q: 'wedding' }),
            picture: { src: 'own:ring-wedding-yellow', alt: '' },
          },
          {
            eyebrow: 'Luxury watches',
            title: 'Hand-wound, softly cased',
            button: 'Explore watches',
            href: paths.category('watches'),
            picture: { src: 'own:watch-dress', alt: '' },
          },
        ],
      },
      { kind: 'trending', title: 'Trending' },
      { kind: 'brands', title: 'Our makers' },
      {
        kind: 'services',
        items: [
          {
            title: 'Certified stones',
            text: 'Every certified stone ships with its report.',
            href: `${paths.features}#certified-stones`,
            picture: { src: 'own:earrings-studs', alt: '' },
          },
          {
            title: 'Find your size',
            text: 'Paper, scissors, and a two-minute guide.',
            href: paths.post('find-your-ring-size-at-home'),
            picture: { src: 'own:ring-eternity', alt: '' },
          },
          {
            title: 'Made yours',
            text: 'Add up to 24 letters.',
            href: `${paths.features}#engraving`,
            picture: { src: 'own:necklace-locket', alt: '' },
          },
        ],
      },
    ],
  },
  loadTexts: () => import(/* webpackChunkName: "content" */ './texts'),
};
