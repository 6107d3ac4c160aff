import { ChevronDown } from 'lucide-react';
import { Icon } from '@shop/shared/design-system/Icon';
import { IconButton } from '@shop/shared/design-system/IconButton';
import { paths } from '@shop/shared/navigation';
import { useId, useState, type ComponentType } from 'react';
import { Link } from 'react-router-dom';
import { useDisclosure } from './useDisclosure';
import styles from './CategoriesMenu.module.css';

interface CategoriesMenuProps {
  readonly label: string;
  readonly current: boolean;
  readonly className: string | undefined;
}

/**
 * "Categories" in the header: a link to the page, and a menu that the button beside it opens. Its content is loaded
 * when the pointer or the focus comes near.
 */
export function CategoriesMenu({ label, current, className }: CategoriesMenuProps) {
  const panelId = useId();
  const { open, toggle, close, opener, containerProps } = useDisclosure();
  const [MegaMenu, setMegaMenu] = useState<ComponentType<{ onFollow: () => void }>>();
  const load = (): void =>
    void import(/* webpackChunkName: "suggestions" */ './MegaMenu').then(
      (loaded) => setMegaMenu(() => loaded.MegaMenu),
      () => undefined, // the next try may succeed, and the link leads to the page
    );

  return (
    <div className={styles.around} {...containerProps} onPointerOver={load} onFocus={load}>
      <Link to={paths.categories} className={className} aria-current={current ? 'page' : undefined}>
        {label}
      </Link>
      <IconButton ref={opener} label={`${label} menu`} aria-expanded={open} aria-controls={panelId} onClick={toggle}>
        <Icon icon={ChevronDown} />
      </IconButton>
      <div id={panelId} className={styles.panel} hidden={!open}>
        {open && MegaMenu && <MegaMenu onFollow={close} />}
      </div>
    </div>
  );
}
