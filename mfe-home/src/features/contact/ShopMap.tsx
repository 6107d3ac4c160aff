import { MapPin } from 'lucide-react';
import { Button } from '@shop/shared/design-system/Button';
import { Icon } from '@shop/shared/design-system/Icon';
import { selectMapUrl, selectStorefront, useAppSelector } from '@shop/shared/state';
import { useState } from 'react';
import styles from './ShopMap.module.css';

// The button that had the focus is gone.
const focusFrame = (frame: HTMLIFrameElement | null): void => frame?.focus();

/** A map drawn as SVG, so that no map service tracks visitors who do not ask for its map. */
export function ShopMap() {
  const { name, support } = useAppSelector(selectStorefront);
  const mapUrl = useAppSelector(selectMapUrl);
  const [isEmbedded, setIsEmbedded] = useState(false);
  const place = `${support.street}, ${support.town.split(',')[0] ?? ''}`;
  if (mapUrl !== undefined && isEmbedded)
    return (
      <iframe
        ref={focusFrame}
        className={styles.map}
        src={mapUrl}
        title={`Map: ${place}`}
        sandbox="allow-scripts allow-same-origin"
        // Map services check which site embeds them, but need not know the page.
        referrerPolicy="strict-origin"
        loading="lazy"
      />
    );
  return (
    <div className={styles.map} role="group" aria-label={`Map: ${place}`}>
      <svg viewBox="0 0 1200 525" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
        <path className={styles.park} d="M820 370c60-30 190-20 220 30s-30 90-120 90-160-90-100-120z" />
        <g className={styles.streets}>
          <path strokeWidth="26" d="M-20 360C200 330 420 300 640 330s420 40 600-30M420-20c20 160 60 320 180 560" />
          <path
            strokeWidth="14"
            d="M80-20l90 560M260-20l60 560M760-20l-30 560M940-20l10 560M1100-20l30 560M-20 120h1260M-20 220C300 190 700 230 1240 170M-20 460h1260"
          />
        </g>
      </svg>
      <div className={styles.place}>
        <Icon icon={MapPin} />
        <div>
          <b>{name}</b>
          <p>{place}</p>
        </div>
        {mapUrl !== undefined && (
          <Button variant="secondary" size="sm" onClick={() => setIsEmbedded(true)}>
            Show the map
          </Button>
        )}
      </div>
    </div>
  );
}
