import { Picture } from '@shop/shared/design-system/Picture';
import { paths } from '@shop/shared/navigation';
import { selectStorefrontId, useAppSelector } from '@shop/shared/state';
import type { ComponentType } from 'react';
import { RichText } from '../../parts/RichText';
import styles from './AboutPage.module.css';
import { loadTexts } from './loadTexts';
import { splitSections } from './splitSections';
import { TextPage } from './TextPage';
import { useStorefrontText } from './useStorefrontText';

export const loadAboutPage = async (): Promise<ComponentType> => {
  const texts = await loadTexts();
  return function AboutPage() {
    const { aboutPicture } = texts[useAppSelector(selectStorefrontId)];
    const text = useStorefrontText(texts, 'about');
    return (
      <TextPage text={text} name="About" path={paths.about}>
        {aboutPicture && (
          <div className={styles.picture}>
            <Picture src={aboutPicture.source} alt={aboutPicture.alt} sizes="94vw" priority />
          </div>
        )}
        <div className={styles.sections}>
          {splitSections(text.body, 2).map((section) => (
            <section key={section.id}>
              <h2 className={styles.title}>{section.title}</h2>
              <RichText text={section.body} />
            </section>
          ))}
        </div>
      </TextPage>
    );
  };
};
