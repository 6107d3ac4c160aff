import type { DeliverySlot } from '@shop/contracts';
import { PageMeta } from '@shop/shared/connected/PageMeta';
import { Breadcrumb } from '@shop/shared/design-system/Breadcrumb';
import { Note } from '@shop/shared/design-system/Note';
import { PageHead } from '@shop/shared/design-system/PageHead';
import { Wrap } from '@shop/shared/design-system/Wrap';
import { paths } from '@shop/shared/navigation';
import { useAppSelector, useFormatPrice } from '@shop/shared/state';
import { selectDelivery } from '../../parts/deliverySlice';
import { listAreaNames } from '../../parts/listAreaNames';
import { PostcodeForm } from '../../parts/PostcodeForm';
import styles from './DeliveryPage.module.css';

const TITLE = 'Where and when we deliver food';

const groupByDay = (slots: readonly DeliverySlot[]): (readonly [day: string, slots: readonly DeliverySlot[]])[] =>
  [...new Set(slots.map(({ day }) => day))].map((day) => [day, slots.filter((slot) => slot.day === day)]);

/** /delivery: whether a van comes to a postal code, and when. */
export function DeliveryPage() {
  const { areas, offer, error, postcode } = useAppSelector(selectDelivery);
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
        text={`Our own vans bring it${areas.length > 0 ? ` to ${listAreaNames(areas)}` : ''}. You choose the time at the checkout, up to two weeks ahead.`}
      />
      <PostcodeForm key={postcode} postcode={postcode} />
      {error !== null && <Note tone="error">{error}</Note>}
      <div role="status" className={styles.answer}>
        {offer && !offer.area && (
          <Note tone="warn">We don’t deliver food to {postcode} yet. Oriel jewelry ships everywhere in the US.</Note>
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
