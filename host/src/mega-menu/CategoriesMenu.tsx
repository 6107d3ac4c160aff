import { ChevronDown } from 'lucide-react';
import { Icon } from '@shop/shared/design-system/Icon';
import { paths } from '@shop/shared/navigation';
import { useId, type KeyboardEvent, type MouseEvent } from 'react';
import { Link } from 'react-router-dom';
import { MegaMenu } from './MegaMenu';
import { useDisclosure } from './useDisclosure';
import styles from './MegaMenu.module.css';

interface CategoriesMenuProps {
  readonly label: string;
  readonly current: boolean;
  readonly className: string | undefined;
}

/** "Categories" of the header: opens the menu. Before the page is interactive it is the link it looks like. */
export function CategoriesMenu({ label, current, className }: CategoriesMenuProps) {
  const panelId = useId();
  const { open, toggle, close, opener, around } = useDisclosure();

  const press = (event: MouseEvent): void => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    toggle();
  };
  // It says that it is a button, so the space bar presses it, too.
  const pressBySpace = (event: KeyboardEvent): void => {
    if (event.key !== ' ') return;
    event.preventDefault();
    toggle();
  };

  return (
    <div className={styles.around} {...around}>
      <Link
        ref={opener}
        to={paths.categories}
        className={className}
        role="button"
        aria-expanded={open}
        aria-controls={panelId}
        aria-current={current ? 'page' : undefined}
        onClick={press}
        onKeyDown={pressBySpace}
      >
        {label}
        <Icon icon={ChevronDown} />
      </Link>
      <div id={panelId} className={styles.panel} hidden={!open}>
        {open && <MegaMenu onFollow={close} />}
      </div>
    </div>
  );
}
