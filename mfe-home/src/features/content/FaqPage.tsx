import jewellery from './texts/jewellery/faq.md';
import organic from './texts/organic/faq.md';
import { ButtonLink } from '@shop/shared/design-system/Button';
import { JsonLd } from '@shop/shared/design-system/JsonLd';
import { paths } from '@shop/shared/navigation';
import { selectStorefrontId, useAppSelector } from '@shop/shared/state';
import { ChevronDown } from 'lucide-react';
import { Icon } from '@shop/shared/design-system/Icon';
import { RichText } from '../../parts/RichText';
import { faqData } from './faqData';
import styles from './FaqPage.module.css';
import { readText } from './readText';
import { splitSections } from './splitSections';
import { TextPage } from './TextPage';

const texts = { jewellery: readText(jewellery), organic: readText(organic) };

/** Grouped questions; each answer is a native `<details>`. */
export function FaqPage() {
  const text = texts[useAppSelector(selectStorefrontId)];
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
}
