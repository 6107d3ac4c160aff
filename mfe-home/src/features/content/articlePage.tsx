import type { CompiledMarkdown } from '@shop/contracts/markdown/compileMarkdown';
import type { ComponentType } from 'react';
import { Article } from './Article';
import { readText } from './readText';
import { TextPage } from './TextPage';

/** A page with one long text, the same in every storefront. */
export const articlePage = (markdown: CompiledMarkdown, path: string): ComponentType => {
  const text = readText(markdown);
  return function ArticlePage() {
    return (
      <TextPage text={text} path={path}>
        <Article text={text} />
      </TextPage>
    );
  };
};
