import { ButtonLink } from '@shop/shared/design-system/Button';
import { JsonLd } from '@shop/shared/design-system/JsonLd';
import { paths } from '@shop/shared/navigation';
import { ChevronDown } from 'lucide-react';
import type { ComponentType } from 'react';
import { Icon } from '@shop/shared/design-system/Icon';
import { RichText } from '../../parts/RichText';
import { faqData } from './faqData';
import styles from './FaqPage.module.css';
import { loadTexts } from './loadTexts';
import { splitSections } from './splitSections';
import { TextPage } from './TextPage';
import { useStorefrontText } from './useStorefrontText';

/** Grouped questions; each answer is a native `<details>`. */
export const loadFaqPage = async (): Promise<ComponentType> => {
  const texts = await loadTexts();
  return function FaqPage() {
    const text = useStorefrontText(texts, 'faq');
    return (
      <TextPage text={text} name="FAQ" path={paths.faq}>
        <JsonLd data={faqData(text.body)} />
        <div className={styles.groups}>
          {splitSections(text.body, 2).map((group) => (
            <section key={group.id} aria-labelledby={group.id}>
              <h2 id={group.id}>{group.title}</h2>
              {splitSections(group.body, 3).map(({ id, title, body }) => (
                <details key={id} id={id} className={styles.question}>
                  <summary>
                    {title}
                    <Icon icon={ChevronDown} />
                  </summary>
                  <RichText text={body} />
                </details>
              ))}
            </section>
          ))}
        </div>
        <div className={styles.more}>
          <ButtonLink variant="secondary" to={paths.contact}>
            Write to us
          </ButtonLink>
        </div>
      </TextPage>
    );
  };
};
