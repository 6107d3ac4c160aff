import fs from 'node:fs';
import path from 'node:path';
import { compileMarkdown } from '@shop/contracts/markdown/compileMarkdown';
import type { StorefrontSlug } from '@shop/contracts';
import { storefronts } from '@shop/contracts/storefronts';
import * as Type from '@sinclair/typebox';
import { Check } from '@sinclair/typebox/value';
import { estimateReadingTime } from '../src/modules/content/estimateReadingTime';
import type { Picture } from './createPictureLookup';

const directory = path.join(__dirname, 'posts');

const Line = Type.String({ minLength: 1 });
const PostMeta = Type.Object(
  {
    time: Type.String({ maxLength: 10, pattern: /^\d{4}-\d{2}-\d{2}$/.source }),
    category: Line,
    title: Line,
    description: Line,
    readMore: Line,
    author: Line,
    /** Name of a picture, such as "blog/jewellery-dress-watch". */
    image: Line,
  },
  { additionalProperties: false },
);

const buildPostRow = (
  store: StorefrontSlug,
  file: string,
  pictures: (name: string) => Picture | undefined,
): Record<string, unknown> => {
  const { meta, body } = compileMarkdown(fs.readFileSync(file, 'utf8'), path.relative(directory, file));
  if (!Check(PostMeta, meta))
    throw new Error(
      `${file}: a post must have time (a day), category, title, description, readMore, author and image, and nothing else`,
    );
  const image = pictures(meta.image);
  if (!image) throw new Error(`${file}: there is no picture "${meta.image}"`);
  const { time, category, title, description, readMore, author } = meta;
  return {
    id: path.basename(file, '.md'),
    store,
    published_on: time,
    category,
    title,
    description,
    read_more: readMore,
    author,
    image: image.url,
    image_alt: image.alt,
    reading_time: estimateReadingTime(body),
    body,
  };
};

const listPostFiles = (folder: string): string[] =>
  fs.existsSync(folder)
    ? fs
        .readdirSync(folder)
        .filter((file) => file.endsWith('.md'))
        .sort()
        .map((file) => path.join(folder, file))
    : [];

/** Builds a row for each Markdown file in `posts/`. The file name is the post's id. */
export const buildPosts = (pictures: (name: string) => Picture | undefined): Record<string, unknown>[] =>
  Object.values(storefronts).flatMap(({ id, slug: store }) =>
    listPostFiles(path.join(directory, id)).map((file) => buildPostRow(store, file, pictures)),
  );
