import type { DocumentPlace } from './documentsRepository';

/** What the key of a preview is made for. Ids of products have no slash. */
export const getDraftId = ({ store, key }: DocumentPlace): string => `content/${store}/${key}`;
