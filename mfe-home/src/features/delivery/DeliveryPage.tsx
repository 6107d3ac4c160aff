import type { DeliverySlot } from '@shop/shared/contracts';
import { cleanCode } from '@shop/shared/contracts/cleanPasted';
import { PageMeta } from '@shop/shared/connected/PageMeta';
import { Breadcrumb } from '@shop/shared/design-system/Breadcrumb';
import { Button } from '@shop/shared/design-system/Button';
import { Field } from '@shop/shared/design-system/Field';
import { Note } from '@shop/shared/design-system/Note';
import { PageHead } from '@shop/shared/design-system/PageHead';
import { Wrap } from '@shop/shared/design-system/Wrap';
import { paths } from '@shop/shared/navigation';
import { useAppSelector, useFormatPrice } from '@shop/shared/state';
import { useState, type FormEvent } from 'react';
import { useNavigate } from 'react-router-dom';
import { selectDelivery } from '../../parts/deliverySlice';
import styles from './DeliveryPage.module.css';

const TITLE = 'Where and when we deliver food';

const groupByDay = (slots: readonly DeliverySlot[]): (readonly [day: string, slots: readonly DeliverySlot[]])[] =>
  [...new Set(slots.map(({ day }) => day))].map((day) => [day, slots.filter((slot) => slot.day === day)]);

function PostcodeForm({ postcode }: { readonly postcode: string }) {
  const navigate = useNavigate();
  const [typed, setTyped] = useState(postcode);
  const ask = (event: FormEvent): void => {
    event.preventDefault();
    void navigate(`?postcode=${encodeURIComponent(cleanCode(typed))}`, { preventScrollReset: true });
  };
  return (
    <form className={styles.form} action={paths.delivery} onSubmit={ask}>
      <Field
        label="ZIP Code"
        name="postcode"
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
        autoComplete="postal-code"
        required
        maxLength={16}
      />
      <Button type="submit">Show times</Button>
    </form>
  );
}

/** /delivery: whether a van comes to a postal code, and when. */
export function DeliveryPage() {
  const { offer, error, postcode } = useAppSelector(selectDelivery);
  const money = useFormatPrice();
  return (
    <Wrap>
      <PageMeta
        title={TITLE}
        description="Enter your ZIP Code: where our vans go, and which times are free in the next two weeks."
        canonicalPath={paths.delivery}
        isInEachStorefront
      />
      <Breadcrumb items={[{ label: 'Home', href: paths.home }, { label: 'Delivery' }]} />
      <PageHead
        title={TITLE}
        text="Our own vans bring it. You choose the time at the checkout, up to two weeks ahead."
      />
      <PostcodeForm key={postcode} postcode={postcode} />
      {error !== null && <Note tone="error">{error}</Note>}
      <div role="status">
        {offer && !offer.area && (
          <Note tone="warn">Our vans do not come to {postcode} yet. Everything but food can be sent there.</Note>
        )}
        {offer?.area && (
          <p>
            We come to {postcode} ({offer.area.name}). Food orders start at {money(offer.area.minimum)}.
          </p>
        )}
      </div>
      <ul className={styles.days}>
        {groupByDay(offer?.slots ?? []).map(([day, slots]) => (
          <li key={day}>
            <h2 className={styles.day}>{day}</h2>
            <ul>
              {slots.map(({ id, hours, free, order_by: orderBy }) => (
                <li key={id} className={styles.slot} data-full={!free}>
                  {hours}
                  <small>{free ? `order by ${orderBy}` : 'full'}</small>
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
    </Wrap>
  );
}
