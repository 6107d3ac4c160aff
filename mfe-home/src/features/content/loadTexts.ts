import type { StorefrontId } from '@shop/contracts/storefronts';
import { storefrontPages } from '../../storefronts';
import type { StorefrontTexts } from '../../storefronts/StorefrontPages';

type CompleteTexts = StorefrontTexts & Required<Pick<StorefrontTexts, 'faq' | 'features'>>;
export type TextsByStorefront = Readonly<Record<StorefrontId, CompleteTexts>>;

/** Texts that suit every storefront, for those that have none of their own. */
const loadGeneral = async (): Promise<Pick<CompleteTexts, 'faq' | 'features'>> => {
  const [faq, features] = await Promise.all([
    import(/* webpackChunkName: "general-texts" */ '../../storefronts/general/faq.md'),
    import(/* webpackChunkName: "general-texts" */ '../../storefronts/general/features.md'),
  ]);
  return { faq: faq.default, features: features.default };
};

const completeTexts = async (texts: StorefrontTexts): Promise<CompleteTexts> => {
  const { faq, features } = texts;
  return faq && features ? { ...texts, faq, features } : { ...(await loadGeneral()), ...texts };
};

/** Loads the texts of every storefront, because a visitor can switch between them on any page. */
export const loadTexts = async (): Promise<TextsByStorefront> =>
  Object.fromEntries(
    await Promise.all(
      Object.entries(storefrontPages).map(async ([id, pages]) => [id, await completeTexts(await pages.loadTexts())]),
    ),
  ) as TextsByStorefront; // the keys are those of storefrontPages
