import type { ContentDocument, ContentKey } from '@shop/contracts';
import type { StorefrontId } from '@shop/contracts/storefronts';
import { storefrontDocuments } from '@shop/shared/storefronts/documents';
import { storefrontMenus } from '@shop/shared/storefronts/menus';
import { loadText } from '@shop/shared/texts/loadText';

/** Loads what the shop shows while nobody has changed a page, to begin with. */
export const loadCompiled = async (id: StorefrontId, key: ContentKey): Promise<ContentDocument> => {
  if (key === 'home') return storefrontDocuments[id].home;
  if (key === 'menu') return { columns: [...storefrontMenus[id]] } as ContentDocument; // as its layout has it
  if (key === 'mails') return { words: {} };
  const { title, lead, description, picture, body } = await loadText(id, key);
  return { title, lead, description, ...(picture ? { picture } : {}), body };
};
