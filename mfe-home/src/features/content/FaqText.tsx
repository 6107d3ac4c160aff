import { ButtonLink } from '@shop/shared/design-system/Button';
import { Icon } from '@shop/shared/design-system/Icon';
import { JsonLd } from '@shop/shared/design-system/JsonLd';
import { paths } from '@shop/shared/navigation';
import type { PageText } from '@shop/shared/texts/readText';
import { ChevronDown } from 'lucide-react';
import { RichText } from '../../parts/RichText';
import { faqData } from './faqData';
import styles from './FaqPage.module.css';
import { listQuestions } from './listQuestions';

/** Grouped questions; each answer is a native `<details>`. */
export function FaqText({ text: { body } }: { readonly text: PageText }) {
  return (
    <>
      <JsonLd data={faqData(body)} />
      <div className={styles.groups}>
        {listQuestions(body).map((group) => (
          <section key={group.id} {...(group.title !== '' && { 'aria-labelledby': group.id })}>
            {group.title !== '' && <h2 id={group.id}>{group.title}</h2>}
            {group.intro.length > 0 && (
              <div className={styles.intro}>
                <RichText text={group.intro} />
              </div>
            )}
            {group.questions.map(({ id, title, body: answer }) => (
              <details key={id} id={id} className={styles.question}>
                <summary>
                  {title}
                  <Icon icon={ChevronDown} />
                </summary>
                <RichText text={answer} />
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
    </>
  );
}
