import type { ContentPicture } from '@shop/contracts';
import type { PictureSource } from '@shop/shared/design-system/getPictureSources';
import { selectStorefrontId, useAppSelector } from '@shop/shared/state';
import { storefrontPages } from '../storefronts';

const OWN = 'own:';

/** Returns what finds the picture that a document names: one of the design, or one in the media of the shop. */
export const useOwnPicture = (
  more: Readonly<Record<string, PictureSource>> = {},
): ((picture: ContentPicture) => string | PictureSource) => {
  const { pictures } = storefrontPages[useAppSelector(selectStorefrontId)];
  return ({ src }) => {
    if (!src.startsWith(OWN)) return src;
    const name = src.slice(OWN.length);
    return pictures[name] ?? more[name] ?? '';
  };
};
