export { default as about } from './about.md';
export { default as faq } from './faq.md';
export { default as features } from './features.md';
