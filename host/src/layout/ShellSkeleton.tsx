import { Footer } from './Footer';
import { Header } from './Header';
import { PageSkeleton } from './PageSkeleton';
import layout from './ShopLayout.module.css';

/** The shop's frame while the page loads, if the server could not render it. */
export function ShellSkeleton() {
  return (
    <>
      <Header />
      <main id="main" className={layout.main} aria-busy="true">
        <PageSkeleton />
      </main>
      <Footer />
    </>
  );
}
