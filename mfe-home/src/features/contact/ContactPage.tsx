import { PageMeta } from '@shop/shared/connected/PageMeta';
import { Breadcrumb } from '@shop/shared/design-system/Breadcrumb';
import { PageHead } from '@shop/shared/design-system/PageHead';
import { Wrap } from '@shop/shared/design-system/Wrap';
import { paths } from '@shop/shared/navigation';
import { ContactDetails } from './ContactDetails';
import { ContactForm } from './ContactForm';
import styles from './ContactPage.module.css';
import { ShopMap } from './ShopMap';

const LEAD = 'Write, call or come by. A person answers, usually the same day.';

export function ContactPage() {
  return (
    <Wrap>
      <PageMeta title="Contact" description={LEAD} canonicalPath={paths.contact} isInEachStorefront />
      <Breadcrumb items={[{ label: 'Home', href: paths.home }, { label: 'Contact' }]} />
      <PageHead title="Contact" text={LEAD} />
      <div className={styles.columns}>
        <ContactDetails />
        <ContactForm />
      </div>
      <ShopMap />
    </Wrap>
  );
}
