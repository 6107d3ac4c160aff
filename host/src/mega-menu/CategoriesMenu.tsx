import { ChevronDown } from 'lucide-react';
import { Icon } from '@shop/shared/design-system/Icon';
import { paths } from '@shop/shared/navigation';
import { useId } from 'react';
import { Link } from 'react-router-dom';
import { getLinkButtonProps } from '../layout/getLinkButtonProps';
import { MegaMenu } from './MegaMenu';
import { useDisclosure } from './useDisclosure';
import styles from './MegaMenu.module.css';

interface CategoriesMenuProps {
  readonly label: string;
  readonly current: boolean;
  readonly className: string | undefined;
}

/** "Categories" in the header: opens the menu. Before hydration it is a plain link. */
export function CategoriesMenu({ label, current, className }: CategoriesMenuProps) {
  const panelId = useId();
  const { open, toggle, close, opener, containerProps } = useDisclosure();

  return (
    <div className={styles.around} {...containerProps}>
      <Link
        ref={opener}
        to={paths.categories}
        className={className}
        aria-expanded={open}
        aria-controls={panelId}
        aria-current={current ? 'page' : undefined}
        {...getLinkButtonProps(toggle)}
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
