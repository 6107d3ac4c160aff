import { ChevronDown } from 'lucide-react';
import { Icon } from '@shop/shared/design-system/Icon';
import { IconButton } from '@shop/shared/design-system/IconButton';
import { paths } from '@shop/shared/navigation';
import { useId } from 'react';
import { Link } from 'react-router-dom';
import { MegaMenu } from './MegaMenu';
import { useDisclosure } from './useDisclosure';
import styles from './MegaMenu.module.css';

interface CategoriesMenuProps {
  readonly label: string;
  readonly current: boolean;
  readonly className: string | undefined;
}

/** "Categories" in the header: a link to the page, and a menu that the button beside it opens. */
export function CategoriesMenu({ label, current, className }: CategoriesMenuProps) {
  const panelId = useId();
  const { open, toggle, close, opener, containerProps } = useDisclosure();

  return (
    <div className={styles.around} {...containerProps}>
      <Link to={paths.categories} className={className} aria-current={current ? 'page' : undefined}>
        {label}
      </Link>
      <IconButton ref={opener} label={`${label} menu`} aria-expanded={open} aria-controls={panelId} onClick={toggle}>
        <Icon icon={ChevronDown} />
      </IconButton>
      <div id={panelId} className={styles.panel} hidden={!open}>
        {open && <MegaMenu onFollow={close} />}
      </div>
    </div>
  );
}
