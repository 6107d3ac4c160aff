import { Skeleton } from '@shop/shared/design-system/Skeleton';
import { Footer } from './Footer';
import { Header } from './Header';
import layout from './ShopLayout.module.css';
import styles from './ShellSkeleton.module.css';

/** The shop around a page that is still on its way, where the server could not render it. */
export function ShellSkeleton() {
  return (
    <>
      <Header />
      <main id="main" className={layout.main} aria-busy="true">
        <div className={styles.page}>
          <Skeleton shape="text" />
          <Skeleton shape="box" />
        </div>
      </main>
      <Footer />
    </>
  );
}
