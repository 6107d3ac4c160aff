import type { StorefrontId } from '@shop/shared/storefronts';

interface AboutText {
  readonly title: string;
  readonly lead: string;
  readonly sections: readonly { readonly title: string; readonly text: string }[];
}

/** What each storefront says of itself. */
export const aboutTexts = {
  jewellery: {
    title: 'A window for light',
    lead: 'An oriel is the bay window that lets the most light into a room. We make jewellery for the same reason.',
    sections: [
      {
        title: 'Made slowly',
        text: 'A ring passes through six pairs of hands before it is yours. Stones are set by eye, claws are filed one by one, and nothing leaves the bench on the day it was finished.',
      },
      {
        title: 'Checked twice',
        text: 'Every diamond comes with a report from an independent laboratory; its number is on the product page. Before a piece is packed, someone who did not make it looks at it under the glass.',
      },
      {
        title: 'Kept for a long time',
        text: 'We resize, restring and polish what we have sold. Engraving is done by hand, in up to twenty-four letters, because a machine cannot see when a letter is finished.',
      },
    ],
  },
  organic: {
    title: 'A line in a field',
    lead: 'A furrow is where everything starts. We sell what grows in ours, and in those of growers we know by name.',
    sections: [
      {
        title: 'Picked ripe',
        text: 'Fruit that ripens on the plant does not travel well, so it does not travel far. Each product says how many days it stays fresh, and we count from the day it was picked.',
      },
      {
        title: 'Crooked on purpose',
        text: 'Straight carrots need sieved soil. Ours grow around stones. We sell them as they are, at the price they deserve.',
      },
      {
        title: 'By weight, not by promise',
        text: 'You see the price of a pack and the price of a kilogram beside it. Choose the pack that fits your week.',
      },
    ],
  },
} as const satisfies Record<StorefrontId, AboutText>;
