import type { Post, PostDetail } from '@shop/contracts/posts';
import { sampleProducts } from './sampleProducts';

const createPost = (id: string, time: string, category: string, title: string, description: string): Post => ({
  id,
  time,
  category,
  title,
  description,
  readMore: 'Read more',
  image: sampleProducts.find((product) => product.id === id)?.image ?? '',
  imageAlt: '',
});

/** Six posts, newest first. */
export const samplePosts: readonly Post[] = [
  createPost('1', '2026-11-12', 'How to', 'How to read a diamond certificate', 'Four lines matter.'),
  createPost(
    '2',
    '2026-11-03',
    'Care',
    'Keeping gold bright, without a machine',
    'Warm water, a soft brush, ten minutes.',
  ),
  createPost(
    '3',
    '2026-10-26',
    'Stories',
    'Three sisters and one pearl strand',
    'What happens when an heirloom has to be shared.',
  ),
  createPost(
    '4',
    '2026-10-15',
    'Guide',
    'Find your ring size at home',
    'Paper, scissors, and the right finger at the right time of day.',
  ),
  createPost('5', '2026-10-02', 'Studio', 'Inside the setting room', 'A morning with the people who hold the stones.'),
  createPost(
    '6',
    '2026-09-21',
    'Style',
    'Stacking: the rule of odd numbers',
    'Why three bands look settled and four look busy.',
  ),
];

/** Returns the content of a sample post. */
export const toSamplePostDetail = (post: Post): PostDetail => ({
  ...post,
  store: 'jewellery-store',
  author: 'The studio',
  readingTime: 1,
  body: [
    {
      kind: 'paragraph',
      runs: [{ text: `${post.description} This is a sample: the real post comes with the real shop.` }],
    },
  ],
  more: samplePosts.filter(({ id }) => id !== post.id).slice(0, 3),
});
