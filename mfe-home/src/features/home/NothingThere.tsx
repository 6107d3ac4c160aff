import { Button } from '@shop/shared/design-system/Button';
import { Field } from '@shop/shared/design-system/Field';
import { Picture } from '@shop/shared/design-system/Picture';
import { Wrap } from '@shop/shared/design-system/Wrap';
import { buildListingHref, paths } from '@shop/shared/navigation';
import { useAppSelector } from '@shop/shared/state';
import { useState, type FormEvent } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import styles from './NothingThere.module.css';
import { selectTopProducts } from './topProductsSlice';

const MAX_PRODUCTS = 4;

export function NothingThere() {
  const { allTopProducts } = useAppSelector(selectTopProducts);
  const navigate = useNavigate();
  const [text, setText] = useState('');
  const search = (event: FormEvent): void => {
    event.preventDefault();
    void navigate(buildListingHref({ q: text.trim() }));
  };
  return (
    <Wrap>
      <section className={styles.lost} aria-labelledby="nothing-there">
        <div role="alert">
          <h2 id="nothing-there" className={styles.title}>
            There is nothing at that address
          </h2>
          <p>The page may have moved, or the address has a typo. Search for it, or start with one of these.</p>
        </div>
        <form
          role="search"
          aria-label="Search the shop"
          action={paths.products}
          className={styles.form}
          onSubmit={search}
        >
          <Field
            label="What were you looking for?"
            type="search"
            name="q"
            value={text}
            onChange={({ target }) => setText(target.value)}
          />
          <Button type="submit" variant="secondary">
            Search
          </Button>
        </form>
        <ul className={styles.products} aria-label="Top products">
          {allTopProducts.slice(0, MAX_PRODUCTS).map(({ id, name, image_url: image }) => (
            <li key={id}>
              <span className={styles.picture}>
                <Picture src={image} alt="" sizes="64px" />
              </span>
              <Link to={paths.product(id)}>{name}</Link>
            </li>
          ))}
        </ul>
      </section>
    </Wrap>
  );
}
