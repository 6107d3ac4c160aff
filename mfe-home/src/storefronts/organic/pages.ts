import carrots from '../../pictures/crooked-carrots.webp?widths=320,640,960';
import produce from '../../pictures/organic-produce.webp?widths=480,960,1600';
import type { StorefrontPages } from '../StorefrontPages';

export const organicPages: StorefrontPages = {
  pictures: { 'crooked-carrots': carrots, 'organic-produce': produce },
  loadPictures: () => import(/* webpackChunkName: "content" */ './textPictures'),
  topProducts: 'grid',
  blogLead: 'Notes from fields, ovens and our own kitchen.',
};
