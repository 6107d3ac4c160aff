import { Picture } from '@shop/shared/design-system/Picture';
import type { PictureSource } from '@shop/shared/design-system/getPictureSources';
import type { PageText } from '@shop/shared/texts/readText';
import type { ComponentType } from 'react';
import { RichText } from '../../parts/RichText';
import { useOwnPicture } from '../../parts/useOwnPicture';
import { storefrontPages } from '../../storefronts';
import styles from './AboutPage.module.css';
import { splitSections } from './splitSections';

/** Loads the pictures of every storefront's page, and returns what shows its text: a picture, and sections. */
export const loadAboutText = async (): Promise<ComponentType<{ readonly text: PageText }>> => {
  const loaded = await Promise.all(
    Object.values(storefrontPages).map(async ({ loadPictures }) => (await loadPictures?.())?.pictures ?? {}),
  );
  const pictures: Readonly<Record<string, PictureSource>> = Object.fromEntries(
    loaded.flatMap(Object.entries<PictureSource>),
  );
  return function AboutText({ text: { picture, body } }) {
    const findPicture = useOwnPicture(pictures);
    const { intro, sections } = splitSections(body, 2);
    return (
      <>
        {picture && (
          <div className={styles.picture}>
            <Picture src={findPicture(picture)} alt={picture.alt} sizes="94vw" priority />
          </div>
        )}
        <div className={styles.sections}>
          {intro.length > 0 && (
            <div className={styles.intro}>
              <RichText text={intro} />
            </div>
          )}
          {sections.map((section) => (
            <section key={section.id}>
              <h2 className={styles.title}>{section.title}</h2>
              <RichText text={section.body} />
            </section>
          ))}
        </div>
      </>
    );
  };
};
