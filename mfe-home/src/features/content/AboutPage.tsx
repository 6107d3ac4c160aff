import jewellery from './texts/jewellery/about.md';
import organic from './texts/organic/about.md';
import { Picture } from '@shop/shared/design-system/Picture';
import { paths } from '@shop/shared/navigation';
import { selectStorefrontId, useAppSelector } from '@shop/shared/state';
import { RichText } from '../../parts/RichText';
import styles from './AboutPage.module.css';
import { aboutPictures } from './aboutPictures';
import { readText } from './readText';
import { splitSections } from './splitSections';
import { TextPage } from './TextPage';

const texts = { jewellery: readText(jewellery), organic: readText(organic) };

export function AboutPage() {
  const id = useAppSelector(selectStorefrontId);
  const { source, alt } = aboutPictures[id];
  return (
    <TextPage text={texts[id]} name="About" path={paths.about}>
      <div className={styles.picture}>
        <Picture src={source} alt={alt} sizes="94vw" priority />
      </div>
      <div className={styles.sections}>
        {splitSections(texts[id].body, 2).map((section) => (
          <section key={section.id}>
            <h2 className={styles.title}>{section.title}</h2>
            <RichText text={section.body} />
          </section>
        ))}
      </div>
    </TextPage>
  );
}
