import pearls from '../../pictures/earrings-pearl-1.webp?widths=320,640,960';
import solitaire from '../../pictures/ring-solitaire-yellow-1.webp?widths=320,640,960';
import dressWatch from '../../pictures/watch-dress-1.webp?widths=320,640,960';
import type { PictureSource } from '@shop/shared/design-system/getPictureSources';
import { paths } from '@shop/shared/navigation';

/** A slide of the hero (product.md 3.3). */
interface HeroSlide {
  readonly category: string;
  readonly title: string;
  readonly highlight: string;
  readonly description: string;
  readonly image: PictureSource;
  readonly imageAlt: string;
  readonly link: string;
}

export const heroSlides: readonly HeroSlide[] = [
  {
    category: 'Engagement rings',
    title: 'Light, set',
    highlight: 'in gold',
    description:
      'Solitaires and halos in solid gold, from 9k to 18k, with natural and lab-grown diamonds. The first resizing is free.',
    image: solitaire,
    imageAlt: 'Yellow gold solitaire ring with a six-claw round diamond',
    link: paths.shop,
  },
  {
    category: 'Pearls',
    title: 'The moon,',
    highlight: 'on a wire',
    description: 'Freshwater pearls, matched in pairs by eye: for size, for color, and for how they answer the light.',
    image: pearls,
    imageAlt: 'Pearl drop earrings with gold-colored lever backs',
    link: paths.shop,
  },
  {
    category: 'Watches',
    title: 'A minute a day,',
    highlight: 'by hand',
    description: 'Hand-wound movements in quiet cases. One minute to wind. The day is yours.',
    image: dressWatch,
    imageAlt: 'Round gold dress watch with a brown leather strap',
    link: paths.shop,
  },
];
