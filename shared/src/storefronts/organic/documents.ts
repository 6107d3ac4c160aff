import { paths } from '../../navigation/paths';
import type { StorefrontDocuments } from '../StorefrontDocuments';

export const organicDocuments: StorefrontDocuments = {
  home: {
    title: 'Organic food from growers we know',
    sections: [
      {
        kind: 'banner',
        eyebrow: '',
        title: 'Picked this morning.',
        highlight: 'At your door tonight.',
        text: 'Fruit, vegetables, dairy and grains from organic growers near Portland and Seattle.',
        button: 'Shop Fresh Now',
        href: paths.products,
        picture: { src: 'own:organic-produce', alt: 'Vegetables and fruit on a pale wooden table' },
      },
      { kind: 'tiles', categories: ['fruits', 'vegetables', 'dairy', 'grains'] },
      { kind: 'delivery' },
      { kind: 'top-products', title: 'Top products', button: 'See everything in season' },
      {
        kind: 'story',
        eyebrow: 'From the growers',
        title: 'Why our carrots are crooked',
        text: 'Straight carrots need sieved soil. Ours grow around stones, and taste better for the effort.',
        button: 'Read the story',
        href: paths.post('why-our-carrots-are-crooked'),
        picture: { src: 'own:crooked-carrots', alt: 'Crooked carrots with their greens on a board' },
      },
    ],
  },
  loadTexts: () => import(/* webpackChunkName: "content" */ './texts'),
};
