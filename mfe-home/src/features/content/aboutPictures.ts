import market from '../../pictures/about-market.webp?widths=480,960,1600';
import necklace from '../../pictures/jewellery-necklace.webp?widths=480,960,1600';

export const aboutPictures = {
  jewellery: { source: necklace, alt: 'Yellow gold necklace with an oval emerald pendant on a travertine slab' },
  organic: {
    source: market,
    alt: 'Market table with wooden crates of apples and tomatoes, bread, carrots, lemons, lettuce, milk and honey',
  },
};
