import { selectIsBackOffice, useAppSelector } from '@shop/shared/state';
import { Footer } from './Footer';
import { Header } from './Header';
import { PageSkeleton } from './PageSkeleton';
import layout from './ShopLayout.module.css';

/** The shop's frame while the page loads, if the server could not render it. */
export function ShellSkeleton() {
  const isShop = !useAppSelector(selectIsBackOffice);
  return (
    <>
      {isShop && <Header />}
      <main id="main" className={layout.main} aria-busy="true">
        <PageSkeleton />
      </main>
      {isShop && <Footer />}
    </>
  );
}
