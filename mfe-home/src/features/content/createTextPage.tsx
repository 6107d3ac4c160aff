import type { TextKey } from '@shop/contracts';
import type { StorefrontId } from '@shop/contracts/storefronts';
import { ErrorPanel } from '@shop/shared/design-system/ErrorPanel';
import { Skeleton } from '@shop/shared/design-system/Skeleton';
import { Wrap } from '@shop/shared/design-system/Wrap';
import { selectStorefrontId, useAppSelector } from '@shop/shared/state';
import { storefrontDocuments } from '@shop/shared/storefronts/documents';
import { loadText } from '@shop/shared/texts/loadText';
import type { PageText } from '@shop/shared/texts/readText';
import type { ComponentType } from 'react';
import { usePublished } from '../../parts/usePublished';
import { TextPage } from './TextPage';

/** How a page shows its text. */
export interface TextView {
  /** Breadcrumb label; defaults to the title. */
  readonly name?: string;
  readonly Body: ComponentType<{ readonly text: PageText }>;
}

/** Loads the compiled text of every storefront, because a visitor can switch between them on any page. */
const loadTexts = async (key: TextKey): Promise<Readonly<Record<StorefrontId, PageText>>> =>
  Object.fromEntries(
    await Promise.all(
      (Object.keys(storefrontDocuments) as StorefrontId[]).map(async (id) => [id, await loadText(id, key)] as const),
    ),
  ) as Record<StorefrontId, PageText>; // the keys are those of storefrontDocuments

/** Creates the page of a text: as staff have published it, or as it was compiled. */
export const createTextPage = async (key: TextKey, { name, Body }: TextView): Promise<ComponentType> => {
  const texts = await loadTexts(key);
  return function TextDocumentPage() {
    const compiled = texts[useAppSelector(selectStorefrontId)];
    const { document, isLoading, error, retry } = usePublished<PageText>(key);
    if (error !== null)
      return (
        <Wrap>
          <ErrorPanel title={`Failed to load the page: ${error}`} onRetry={retry} />
        </Wrap>
      );
    if (isLoading)
      return (
        <Wrap>
          <Skeleton shape="card" />
        </Wrap>
      );
    const text = document ?? compiled;
    return (
      <TextPage text={text} path={`/${key}`} {...(name === undefined ? {} : { name })}>
        <Body text={text} />
      </TextPage>
    );
  };
};
