import market from '../../pictures/about-market.webp?widths=480,960,1600';
import necklace from '../../pictures/jewellery-necklace.webp?widths=480,960,1600';
import { Breadcrumb } from '@shop/shared/design-system/Breadcrumb';
import { PageHead } from '@shop/shared/design-system/PageHead';
import { PageMeta } from '@shop/shared/connected/PageMeta';
import { Picture } from '@shop/shared/design-system/Picture';
import { Wrap } from '@shop/shared/design-system/Wrap';
import { paths } from '@shop/shared/navigation';
import { selectStorefront, useAppSelector } from '@shop/shared/state';
import { aboutTexts } from './aboutTexts';
import styles from './AboutPage.module.css';

const pictures = {
  jewellery: { source: necklace, alt: 'Yellow gold necklace with an oval emerald pendant on a travertine slab' },
  organic: { source: market, alt: 'Market table with wooden crates of apples and tomatoes, bread, carrots, lemons, lettuce, milk and honey' },
};

export function AboutPage() {
  const { id, name } = useAppSelector(selectStorefront);
  const { title, lead, sections } = aboutTexts[id];
  return (
    <Wrap>
      <PageMeta title="About" description={lead} canonicalPath={paths.about} />
      <Breadcrumb items={[{ label: 'Home', href: paths.home }, { label: 'About' }]} />
      <PageHead title={title} text={lead} />
      <div className={styles.picture}>
        <Picture src={pictures[id].source} alt={pictures[id].alt} sizes="94vw" priority />
      </div>
      <div className={styles.sections}>
        {sections.map((section) => (
          <section key={section.title}>
            <h2 className={styles.title}>{section.title}</h2>
            <p>{section.text}</p>
          </section>
        ))}
      </div>
    </Wrap>
  );
}
