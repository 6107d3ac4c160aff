import { changeStaffCoupon, createStaffCoupon, getStaffCoupon, type CouponPage as Coupon } from '@shop/contracts';
import { mayDo } from '@shop/contracts/permissions';
import { formatMoney } from '@shop/shared/format';
import { useAppSelector } from '@shop/shared/state';
import { ArrowLeft, Ban } from 'lucide-react';
import { use } from 'react';
import { Link, useNavigate, useParams } from 'react-router-dom';
import { selectMe } from '../adminSlice';
import { Columns } from '../detail/Columns';
import { FormPage } from '../form/FormPage';
import { useFormPage } from '../form/useFormPage';
import { PageHead } from '../frame/PageHead';
import { ToastContext } from '../frame/Toasts';
import { Button, ButtonLink } from '../parts/Button';
import { Chip } from '../parts/Chip';
import { formatInstant, formatWhen } from '../parts/formatWhen';
import { Panel } from '../parts/Panel';
import { Banner, FailedState, LoadingRows } from '../parts/States';
import { useCall, useLoaded } from '../useApi';
import { CouponForm } from './CouponForm';
import {
  checkField,
  EMPTY,
  LABELS,
  readChanges,
  readTexts,
  toTexts,
  type CouponField,
  type CouponTexts,
} from './couponTexts';
import { describeState, describeUses, getCouponPath } from './describeCoupon';
import { useEndCoupon } from './useEndCoupon';
import styles from './CouponPage.module.css';

function BackLink() {
  return (
    <ButtonLink tone="quiet" icon={ArrowLeft} to="/admin/coupons">
      Coupons
    </ButtonLink>
  );
}

/** A coupon that is being made. */
export function NewCouponPage() {
  const call = useCall();
  const toast = use(ToastContext);
  const navigate = useNavigate();
  const form = useFormPage<CouponField>({ draft: 'admin-form:coupon-new', saved: EMPTY, check: checkField });
  const code = form.values.code.trim().toUpperCase();
  const save = async (texts: CouponTexts) => {
    const result = await call(createStaffCoupon, { body: { code: texts.code.trim(), ...readTexts(texts) } });
    return result.ok ? undefined : result.failure;
  };
  return (
    <>
      <PageHead title="New coupon">
        <BackLink />
      </PageHead>
      <FormPage
        isNew
        form={form}
        labels={LABELS}
        onSave={save}
        onSaved={() => {
          form.discard();
          toast({ text: `${code} is created.` });
          void navigate(getCouponPath(code), { replace: true });
        }}
      >
        <CouponForm form={form} isNew />
      </FormPage>
    </>
  );
}

/** One coupon: its terms, and the orders that used it. */
export function CouponPage() {
  const { code = '' } = useParams();
  return <Loaded key={code} code={code} />;
}

function Loaded({ code }: { readonly code: string }) {
  const { value, failure, loading, reload, replace } = useLoaded(getStaffCoupon, { params: { code } }, code);
  return (
    <>
      {!value && (
        <PageHead title="Coupon">
          <BackLink />
        </PageHead>
      )}
      {failure && value && (
        <Banner>
          <span>{failure.message} What you see is from before.</span>
          <Button onClick={reload}>Try again</Button>
        </Banner>
      )}
      {failure && !value && <FailedState failure={failure} onRetry={reload} />}
      {!value && loading && <LoadingRows />}
      {value && (
        <Shown
          coupon={value.data}
          reload={reload}
          show={(coupon) => replace({ status: true, message: '', data: coupon })}
        />
      )}
    </>
  );
}

interface ShownProps {
  readonly coupon: Coupon;
  readonly reload: () => void;
  readonly show: (coupon: Coupon) => void;
}

function Shown({ coupon, reload, show }: ShownProps) {
  const { code, version } = coupon;
  const params = { code };
  const call = useCall();
  const toast = use(ToastContext);
  const me = useAppSelector(selectMe);
  const end = useEndCoupon(reload);
  const saved = toTexts(coupon);
  const form = useFormPage<CouponField>({ draft: `admin-form:coupon:${code}`, saved, check: checkField });
  const { word, ...chip } = describeState(coupon);

  const save = async (texts: CouponTexts) => {
    const result = await call(changeStaffCoupon, { params, body: { version, terms: readChanges(texts, saved) } });
    if (result.ok) show(result.value.data);
    if (result.ok || result.failure.code !== 'CHANGED_MEANWHILE') return result.ok ? undefined : result.failure;
    const fresh = await call(getStaffCoupon, { params });
    if (!fresh.ok) return fresh.failure;
    show(fresh.value.data);
    return { ...result.failure, fields: toTexts(fresh.value.data) };
  };
  return (
    <>
      <PageHead title={code} chips={<Chip {...chip}>{word}</Chip>}>
        <BackLink />
        {(coupon.state === 'active' || coupon.state === 'scheduled') && (
          <Button icon={Ban} onClick={() => void end(coupon)}>
            End now
          </Button>
        )}
      </PageHead>
      <FormPage wide form={form} labels={LABELS} onSave={save} onSaved={() => toast({ text: `${code} is saved.` })}>
        <Columns
          side={
            <Panel title={`Used: ${describeUses(coupon)}`}>
              {coupon.last_uses.length === 0 ? (
                <p className={styles.muted}>No order has used it. Canceled ones give their use back.</p>
              ) : (
                <ol className={styles.uses}>
                  {coupon.last_uses.map(({ order, at, discount, total }) => (
                    <li key={order}>
                      <span>
                        {me && mayDo(me.role, 'orders.read') ? (
                          <Link to={`/admin/orders/${order}`}>{order}</Link>
                        ) : (
                          order
                        )}{' '}
                        <small>
                          <time dateTime={at} title={formatInstant(at)}>
                            {formatWhen(at)}
                          </time>
                        </small>
                      </span>
                      <span>
                        −{formatMoney(discount)} of {formatMoney(total + discount)}
                      </span>
                    </li>
                  ))}
                </ol>
              )}
            </Panel>
          }
        >
          <CouponForm form={form} isNew={false} />
        </Columns>
      </FormPage>
    </>
  );
}
