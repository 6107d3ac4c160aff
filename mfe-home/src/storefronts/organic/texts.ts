import market from '../../pictures/about-market.webp?widths=480,960,1600';
export { default as about } from './about.md';
export { default as faq } from './faq.md';
export { default as features } from './features.md';

export const aboutPicture = {
  source: market,
  alt: 'Market table with wooden crates of apples and tomatoes, bread, carrots, lemons, lettuce, milk and honey',
};
