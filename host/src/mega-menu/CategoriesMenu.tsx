import { ChevronDown } from 'lucide-react';
import { Icon } from '@shop/shared/design-system/Icon';
import { IconButton } from '@shop/shared/design-system/IconButton';
import { paths } from '@shop/shared/navigation';
import { useId, useRef, useState, type ComponentType, type PointerEvent } from 'react';
import { Link } from 'react-router-dom';
import { useDisclosure } from './useDisclosure';
import styles from './CategoriesMenu.module.css';

/** Long enough to pass over the link, and to reach the panel below the header. */
const HOVER_MS = 250;

interface CategoriesMenuProps {
  readonly label: string;
  readonly current: boolean;
  readonly className: string | undefined;
}

/**
 * "Categories" in the header: a link to the page, and a menu that opens when the mouse rests on the link, or by the
 * button beside it. Its content is loaded when the pointer or the focus comes near.
 */
export function CategoriesMenu({ label, current, className }: CategoriesMenuProps) {
  const panelId = useId();
  const { open, toggle, show, close, opener, containerProps } = useDisclosure();
  const [MegaMenu, setMegaMenu] = useState<ComponentType<{ onFollow: () => void }>>();
  const load = (): void =>
    void import(/* webpackChunkName: "suggestions" */ './MegaMenu').then(
      (loaded) => setMegaMenu(() => loaded.MegaMenu),
      () => undefined, // the next try may succeed, and the link leads to the page
    );

  // Until there is something to tab to, the menu is not there for anybody.
  const isShown = open && MegaMenu !== undefined;

  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const afterRest = ({ pointerType }: PointerEvent, run: () => void): void => {
    clearTimeout(timer.current);
    if (pointerType === 'mouse') timer.current = setTimeout(run, HOVER_MS);
  };
  const stay = (): void => clearTimeout(timer.current);
  const closeUnfocused = (): void => {
    if (!containerProps.ref.current?.contains(document.activeElement)) close();
  };

  return (
    <div
      className={styles.around}
      {...containerProps}
      onPointerOver={load}
      onFocus={load}
      onPointerEnter={stay}
      onClick={stay}
      onPointerLeave={(event) => afterRest(event, closeUnfocused)}
    >
      <Link
        to={paths.categories}
        onPointerEnter={(event) => afterRest(event, show)}
        className={className}
        aria-current={current ? 'page' : undefined}
      >
        {label}
      </Link>
      <IconButton ref={opener} label={`${label} menu`} aria-expanded={isShown} aria-controls={panelId} onClick={toggle}>
        <Icon icon={ChevronDown} />
      </IconButton>
      <div id={panelId} className={styles.panel} hidden={!isShown}>
        {isShown && <MegaMenu onFollow={close} />}
      </div>
    </div>
  );
}
