import {
  DEFAULT_FIGURES_PERIOD,
  exportFigures,
  EMPTY_SEARCH_DAYS,
  FIGURES_PERIODS,
  getFigures,
  mayDo,
  type Figures,
} from '@shop/contracts';
import { Picture } from '@shop/shared/design-system/Picture';
import { formatCount, formatMoney } from '@shop/shared/format';
import { useAppSelector } from '@shop/shared/state';
import { ChartLine, Download } from 'lucide-react';
import { useId, useState } from 'react';
import { Link } from 'react-router-dom';
import { selectMe } from '../adminSlice';
import { useAddress } from '../list/useAddress';
import { Button, ButtonLink } from '../parts/Button';
import { Choice } from '../parts/Field';
import { Panel } from '../parts/Panel';
import { Banner, EmptyState, FailedState, LoadingRows } from '../parts/States';
import { StoreMark } from '../parts/StoreMark';
import { useStoreOptions } from '../parts/useStores';
import { getProductPath } from '../products/describeProduct';
import { useLoaded } from '../useApi';
import { DaysTable } from './DaysTable';
import { KeyFigures } from './KeyFigures';
import { Plot } from './Plot';
import { PERIODS } from './figureTexts';
import styles from './FiguresPanels.module.css';

const LOADING_ROWS = 6;

/** A value of the address that is none of the choices is the first one to show. */
const choose = (text: string, values: readonly string[], otherwise: string): string =>
  values.includes(text) ? text : otherwise;

function Legend({ count }: { readonly count: number }) {
  return (
    <p className={styles.legend}>
      <span>
        <svg viewBox="0 0 20 8" aria-hidden>
          <path d="M0 4H20" />
        </svg>
        This period
      </span>
      <span>
        <svg viewBox="0 0 20 8" aria-hidden data-before>
          <path d="M0 4H20" />
        </svg>
        {count} days before
      </span>
    </p>
  );
}

/** Best sellers by revenue. */
function TopProducts({ products }: Pick<Figures, 'products'>) {
  const me = useAppSelector(selectMe);
  const isLinked = me && mayDo(me.role, 'catalog.write');
  return (
    <Panel title="Top products" action={<span className={styles.by}>by revenue</span>} flush>
      {products.length === 0 ? (
        <p className={styles.none}>Nothing was sold in this time.</p>
      ) : (
        <ol className={styles.rows}>
          {products.map(({ product_id: id, name, image, pieces, revenue }) => (
            <li key={id}>
              <span className={styles.picture}>
                <Picture src={image} alt="" sizes="32px" />
              </span>
              <span className={styles.name}>{isLinked ? <Link to={getProductPath(id)}>{name}</Link> : name}</span>
              <span className={styles.muted}>
                {formatCount(pieces)} {pieces === 1 ? 'piece' : 'pieces'}
              </span>
              <b>{formatMoney(revenue)}</b>
            </li>
          ))}
        </ol>
      )}
    </Panel>
  );
}

function EmptySearches({ searches, count }: Pick<Figures, 'searches'> & { readonly count: number }) {
  const me = useAppSelector(selectMe);
  return (
    <Panel
      title="Searches without a result"
      action={count > EMPTY_SEARCH_DAYS && <span className={styles.by}>last {EMPTY_SEARCH_DAYS} days</span>}
      flush
    >
      {searches.length === 0 ? (
        <p className={styles.none}>Every search found something.</p>
      ) : (
        <ol className={styles.rows}>
          {searches.map(({ store, term, times }) => (
            <li key={`${store} ${term}`}>
              <span className={styles.name} dir="auto">
                “{term}”
              </span>
              <StoreMark store={store} />
              <span className={styles.times}>
                {formatCount(times)} {times === 1 ? 'time' : 'times'}
              </span>
            </li>
          ))}
        </ol>
      )}
      {me && mayDo(me.role, 'settings.write') && (
        <p className={styles.more}>
          <Link to="/admin/settings?topic=search">Add synonym</Link>
        </p>
      )}
    </Panel>
  );
}

/** Figures of the home desk, for who may see them. Period and storefront are in the address. */
export function FiguresPanels() {
  const stores = useStoreOptions('All');
  const { read, change } = useAddress();
  const tableId = useId();
  const [isTable, setIsTable] = useState(false);
  const days = choose(read('days'), FIGURES_PERIODS, DEFAULT_FIGURES_PERIOD);
  const store = choose(
    read('store'),
    stores.map(({ value }) => value),
    '',
  );
  const query = { days, ...(store === '' ? {} : { store }) };
  const search = new URLSearchParams(query).toString();
  const { value, failure, loading, reload } = useLoaded(getFigures, { query }, search);
  const figures = value?.data;
  return (
    <div className={styles.board}>
      <Panel
        title="Figures"
        action={
          figures?.has_orders && (
            <ButtonLink to={`/api${exportFigures.path}?${search}`} icon={Download} reloadDocument download>
              Export CSV
            </ButtonLink>
          )
        }
      >
        <div className={styles.controls}>
          <Choice
            label="Period"
            name="days"
            value={days}
            options={PERIODS}
            onChange={(next) => change({ days: next === DEFAULT_FIGURES_PERIOD ? '' : next })}
          />
          <Choice
            label="Storefront"
            name="store"
            value={store}
            options={stores}
            onChange={(next) => change({ store: next })}
          />
        </div>
        {failure && figures && (
          <Banner>
            <span>{failure.message} What you see is from before.</span>
            <Button onClick={reload}>Try again</Button>
          </Banner>
        )}
        {failure && !figures && <FailedState failure={failure} onRetry={reload} />}
        {!figures && !failure && <LoadingRows count={LOADING_ROWS} />}
        {figures && !figures.has_orders && (
          <EmptyState
            icon={ChartLine}
            title="No orders yet"
            text="Orders, revenue and best sellers will be here, by day, from the first order on."
          />
        )}
        {figures?.has_orders && (
          <div aria-busy={loading}>
            <KeyFigures {...figures} />
            <Plot key={figures.days.length} days={figures.days} />
            <div className={styles.foot}>
              <Legend count={figures.days.length} />
              <Button
                tone="quiet"
                aria-expanded={isTable}
                aria-controls={tableId}
                onClick={() => setIsTable((before) => !before)}
              >
                {isTable ? 'Hide the table' : 'Show as a table'}
              </Button>
            </div>
            <div id={tableId}>{isTable && <DaysTable days={figures.days} />}</div>
          </div>
        )}
      </Panel>
      {figures && (
        <div className={styles.side}>
          {figures.has_orders && <TopProducts products={figures.products} />}
          <EmptySearches searches={figures.searches} count={figures.days.length} />
        </div>
      )}
    </div>
  );
}
