import { Menu } from 'lucide-react';
import { Icon } from '@shop/shared/design-system/Icon';
import { IconButton } from '@shop/shared/design-system/IconButton';
import { paths } from '@shop/shared/navigation';
import { useState, type ComponentProps, type ComponentType } from 'react';
import { useNavigate } from 'react-router-dom';
import type { MobileMenuDrawer } from './MobileMenuDrawer';

/** The button of the navigation on narrow screens, whose drawer is loaded when the pointer or the focus comes near. */
export function MobileMenu() {
  const [open, setOpen] = useState(false);
  const [Drawer, setDrawer] = useState<ComponentType<ComponentProps<typeof MobileMenuDrawer>>>();
  const navigate = useNavigate();
  const load = (): Promise<void> =>
    import(/* webpackChunkName: "suggestions" */ './MobileMenuDrawer').then((loaded) =>
      setDrawer(() => loaded.MobileMenuDrawer),
    );
  const openMenu = (): void => {
    setOpen(true);
    load().catch(() => {
      setOpen(false);
      void navigate(paths.sitemap); // all links, on a page
    });
  };
  const prepare = (): void => void load().catch(() => undefined);

  return (
    <>
      <IconButton
        label="Open menu"
        aria-expanded={open}
        aria-haspopup="dialog"
        onPointerEnter={prepare}
        onFocus={prepare}
        onClick={openMenu}
      >
        <Icon icon={Menu} />
      </IconButton>
      {Drawer && <Drawer open={open} onClose={() => setOpen(false)} />}
    </>
  );
}
