import type { Static, TProperties } from '@sinclair/typebox';
import * as Type from '@sinclair/typebox';
import { Closed, defineEndpoint } from './endpoint';
import { OptionalLines, OptionalText, RequiredText, typedCode } from './fields';
import { StorefrontSlug } from './storefront';

/** Text pages of which each storefront has its own, and those that all storefronts share. */
export const STOREFRONT_TEXTS = ['about', 'faq', 'features'] as const;
export const COMMON_TEXTS = ['terms', 'privacy', 'interest-based-ads', 'accessibility'] as const;
export type TextKey = (typeof STOREFRONT_TEXTS | typeof COMMON_TEXTS)[number];

/** What staff change as one document: a text page, a home page, the menu of a storefront, the words of its mails. */
export const CONTENT_KEYS = [...STOREFRONT_TEXTS, ...COMMON_TEXTS, 'home', 'menu', 'mails'] as const;
export type ContentKey = (typeof CONTENT_KEYS)[number];

/** A post of the blog: "post.keeping-gold-bright". */
export type PostKey = `post.${string}`;
export const POST_KEY_PATTERN = /^post\.[a-z0-9-]{1,64}$/;
export const isPostKey = (key: string): key is PostKey => POST_KEY_PATTERN.test(key);
export const getPostKey = (id: string): PostKey => `post.${id}`;
export const getPostId = (key: PostKey): string => key.slice('post.'.length);
export type DocumentKey = ContentKey | PostKey;

/** The `store` of a document that all storefronts share. */
export const EVERY_STORE = 'every-store';
export const ContentStore = Type.Union([StorefrontSlug, Type.Literal(EVERY_STORE)]);
export type ContentStore = Static<typeof ContentStore>;

const isCommon = (key: DocumentKey): boolean => (COMMON_TEXTS as readonly string[]).includes(key);
/** Returns whose document it is in a storefront. */
export const getContentStore = (key: ContentKey, store: StorefrontSlug): ContentStore =>
  isCommon(key) ? EVERY_STORE : store;
export const isContentOf = (key: DocumentKey, store: ContentStore): boolean =>
  isCommon(key) === (store === EVERY_STORE);

/** A path of this shop, a place on the page, or the address of a site, a mailbox or a telephone. Never a script. */
export const LINK_PATTERN = new RegExp(
  String.raw`^(\/(?!\/)|#|https:\/\/[^/\s]|mailto:[^\s]|tel:\+?\d)[^\s\u0000-\u001f\u007f\\]*$`,
);
const MAX_LINK = 500;
const Link = Type.String({ ...typedCode, maxLength: MAX_LINK, pattern: LINK_PATTERN.source });

/** `own:NAME` is a picture of the design; others are in the media of the shop. */
const PICTURE_PATTERN = /^(own:[a-z0-9-]{1,64}|\/media\/[\w./-]{1,200})$/;
const Picture = Closed({
  src: Type.String({ maxLength: 256, pattern: PICTURE_PATTERN.source }),
  /** '' for decoration. */
  alt: OptionalText(250),
});
export type ContentPicture = Static<typeof Picture>;

const Run = Closed({
  text: Type.String({ maxLength: 10_000 }),
  strong: Type.Optional(Type.Literal(true)),
  em: Type.Optional(Type.Literal(true)),
  href: Type.Optional(Link),
});
const Runs = Type.Array(Run, { maxItems: 200 });

/** The body of a text page, as RichText, with limits. */
const Body = Type.Array(
  Type.Union([
    Closed({
      kind: Type.Literal('heading'),
      level: Type.Union([Type.Literal(2), Type.Literal(3)]),
      id: Type.String({ minLength: 1, maxLength: 200, pattern: /^[\w-]+$/.source }),
      text: RequiredText(200),
    }),
    Closed({ kind: Type.Literal('paragraph'), runs: Runs }),
    Closed({ kind: Type.Literal('quote'), runs: Runs }),
    Closed({
      kind: Type.Literal('list'),
      ordered: Type.Boolean(),
      items: Type.Array(Runs, { minItems: 1, maxItems: 200 }),
    }),
  ]),
  { minItems: 1, maxItems: 1_000 },
);

export const TextDocument = Closed({
  title: RequiredText(100),
  lead: RequiredText(500),
  /** For search engines; the lead if it is ''. */
  description: OptionalText(300),
  picture: Type.Optional(Picture),
  body: Body,
});
export type TextDocument = Static<typeof TextDocument>;

/** A post of the blog. What is '' is missing until it is published. */
export const PostDocument = Closed({
  title: RequiredText(100),
  /** In the list, and for search engines. */
  lead: OptionalText(300),
  category: OptionalText(40),
  author: OptionalText(80),
  /** The day of publication: "2026-11-29". */
  time: Type.String({ maxLength: 10, pattern: /^\d{4}-\d\d-\d\d$/.source }),
  picture: Type.Optional(
    Closed({
      src: Type.String({ maxLength: 256, pattern: /^\/media\/[\w./-]{1,200}$/.source }),
      alt: OptionalText(250),
    }),
  ),
  body: Body,
});
export type PostDocument = Static<typeof PostDocument>;

const line = RequiredText(80);
const sentence = RequiredText(400);
const button = RequiredText(40);
const place = { href: Link, picture: Picture };
const CategoryAddress = Type.String({ ...typedCode, minLength: 1, maxLength: 128, pattern: /^[\w-]+$/.source });

const Section = <Kind extends string, Fields extends TProperties>(kind: Kind, fields: Fields) =>
  Closed({
    kind: Type.Literal(kind),
    /** It is not shown, and keeps what it says. */
    hidden: Type.Optional(Type.Literal(true)),
    ...fields,
  });

/** Sections that a home page can have, with what staff fill in. */
const SECTIONS = {
  /** Slides that advance. */
  hero: Section('hero', {
    slides: Type.Array(
      Closed({ eyebrow: line, title: line, highlight: OptionalText(80), text: sentence, button, ...place }),
      { minItems: 1, maxItems: 6 },
    ),
  }),
  /** One large picture with a greeting. */
  banner: Section('banner', {
    eyebrow: OptionalText(80),
    title: line,
    highlight: OptionalText(80),
    text: sentence,
    button,
    ...place,
  }),
  /** The storefront's name and a sentence. */
  welcome: Section('welcome', { title: line, text: sentence }),
  categories: Section('categories', { title: line }),
  /** Large links to categories, by their addresses. */
  tiles: Section('tiles', { categories: Type.Array(CategoryAddress, { minItems: 1, maxItems: 8 }) }),
  collection: Section('collection', {
    eyebrow: line,
    title: line,
    text: sentence,
    button,
    href: Link,
    pictures: Type.Array(Picture, { minItems: 3, maxItems: 3 }),
  }),
  'top-products': Section('top-products', { title: line, button: OptionalText(40) }),
  promotions: Section('promotions', {
    items: Type.Array(Closed({ eyebrow: line, title: line, button, ...place }), { minItems: 2, maxItems: 2 }),
  }),
  trending: Section('trending', { title: line }),
  brands: Section('brands', { title: line }),
  services: Section('services', {
    items: Type.Array(Closed({ title: line, text: sentence, ...place }), { minItems: 1, maxItems: 3 }),
  }),
  delivery: Section('delivery', {}),
  story: Section('story', { eyebrow: line, title: line, text: sentence, button, ...place }),
};
export type SectionKind = keyof typeof SECTIONS;
export type HomeSection = { [Kind in SectionKind]: Static<(typeof SECTIONS)[Kind]> }[SectionKind];
export type SectionOf<Kind extends SectionKind> = Extract<HomeSection, { readonly kind: Kind }>;

/** The schema of a section; undefined for a kind that this release does not know. */
export const getSectionSchema = (kind: string): (typeof SECTIONS)[SectionKind] | undefined =>
  Object.hasOwn(SECTIONS, kind) ? SECTIONS[kind as SectionKind] : undefined;

export const HomeDocument = Closed({
  /** Of the browser's tab, before the storefront's name. */
  title: RequiredText(80),
  /** From the top; each kind once. */
  sections: Type.Array(Type.Union(Object.values(SECTIONS)), { minItems: 1, maxItems: 20 }),
});
export interface HomeDocument {
  readonly title: string;
  readonly sections: readonly HomeSection[];
}

/** The menu of categories. */
export const MenuDocument = Closed({
  columns: Type.Array(
    Closed({
      /** Address of a category. */
      category: CategoryAddress,
      searches: Type.Array(Closed({ label: line, q: line }), { maxItems: 8 }),
    }),
    { maxItems: 6 },
  ),
  promotion: Type.Optional(Closed({ title: line, ...place })),
});
export type MenuDocument = Static<typeof MenuDocument>;

const MAX_MAIL_LENGTH = 2_000;
/** Words of a mail, with places such as "{number}". Those that are absent or '' are as compiled. */
export const MailWords = Closed({
  subject: Type.Optional(OptionalText(200)),
  heading: Type.Optional(OptionalText(200)),
  /** A paragraph a line. */
  text: Type.Optional(OptionalLines(MAX_MAIL_LENGTH)),
});
export type MailWords = Static<typeof MailWords>;

/** The words of a storefront's mails, by their kinds. A release keeps those of kinds that it does not know. */
export const MailsDocument = Closed({
  words: Type.Record(Type.String({ maxLength: 40, pattern: /^[a-z-]+$/.source }), MailWords, {
    additionalProperties: false,
    maxProperties: 100,
  }),
});
export type MailsDocument = Static<typeof MailsDocument>;

/** The schema of each document. */
export const getDocumentSchema = (key: DocumentKey) => {
  if (isPostKey(key)) return PostDocument;
  return key === 'home' ? HomeDocument : key === 'menu' ? MenuDocument : key === 'mails' ? MailsDocument : TextDocument;
};
export type ContentDocument = TextDocument | HomeDocument | MenuDocument | MailsDocument | PostDocument;

const params = Type.Object({
  store: Type.String({ minLength: 1, maxLength: 64 }),
  key: Type.String({ minLength: 1, maxLength: 64 }),
});
/** What is in a document is checked by who shows it: another release may have written it. */
const response = Type.Object({
  status: Type.Literal(true),
  message: Type.String(),
  data: Type.Record(Type.String(), Type.Unknown()),
  /** The ISO 8601 day of its publication. */
  updated: Type.Optional(Type.String()),
});

/** A document that staff have published. 404 if the compiled one is shown. */
export const getContent = defineEndpoint({
  method: 'GET',
  isPublic: true,
  path: '/content/:store/:key',
  access: 'anyone',
  params,
  response,
  failureMessage: 'Failed to fetch the page',
});

/** What staff are writing, for who has the key of its preview; else what is published. */
export const getContentDraft = defineEndpoint({
  method: 'GET',
  isPublic: true,
  path: '/content/:store/:key/draft',
  access: 'anyone',
  params,
  query: Type.Object({ draft: Type.String({ maxLength: 128 }) }),
  response,
  failureMessage: 'Failed to fetch the draft',
});
