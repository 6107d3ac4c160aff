import type { CompiledMarkdown } from '@shop/shared/content/compileMarkdown';
import { selectStorefrontId, useAppSelector } from '@shop/shared/state';
import type { StorefrontId } from '@shop/shared/storefronts';
import type { ComponentType } from 'react';
import { Article } from './Article';
import { readText } from './readText';
import { TextPage } from './TextPage';

/** A page with one long text of the current storefront. */
export const articlePage = (
  markdown: Readonly<Record<StorefrontId, CompiledMarkdown>>,
  path: string,
): ComponentType => {
  const texts = { jewellery: readText(markdown.jewellery), organic: readText(markdown.organic) };
  return function ArticlePage() {
    const text = texts[useAppSelector(selectStorefrontId)];
    return (
      <TextPage text={text} path={path}>
        <Article text={text} />
      </TextPage>
    );
  };
};
