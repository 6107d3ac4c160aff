import { paths } from '@shop/shared/navigation';
import type { ComponentType } from 'react';
import { Article } from './Article';
import { loadTexts } from './loadTexts';
import { TextPage } from './TextPage';
import { useStorefrontText } from './useStorefrontText';

export const loadFeaturesPage = async (): Promise<ComponentType> => {
  const texts = await loadTexts();
  return function FeaturesPage() {
    const text = useStorefrontText(texts, 'features');
    return (
      <TextPage text={text} path={paths.features}>
        <Article text={text} />
      </TextPage>
    );
  };
};
