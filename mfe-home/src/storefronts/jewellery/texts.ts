import necklace from '../../pictures/jewellery-necklace.webp?widths=480,960,1600';
export { default as about } from './about.md';
export { default as faq } from './faq.md';
export { default as features } from './features.md';

export const aboutPicture = {
  source: necklace,
  alt: 'Yellow gold necklace with an oval emerald pendant on a travertine slab',
};
