import { Search } from 'lucide-react';
import { Icon } from '@shop/shared/design-system/Icon';
import { IconLink } from '@shop/shared/design-system/IconButton';
import { paths } from '@shop/shared/navigation';
import type { KeyboardEvent, MouseEvent } from 'react';

interface SearchDisclosureProps {
  readonly open: boolean;
  readonly onToggle: () => void;
  readonly controls: string;
  readonly className?: string | undefined;
}

/** Oriel's search is behind an icon: a link to the listing's own search until the page is interactive. */
export function SearchDisclosure({ open, onToggle, controls, className }: SearchDisclosureProps) {
  const toggle = (event: MouseEvent): void => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    onToggle();
  };
  // It says that it is a button, so the space bar presses it, too.
  const pressBySpace = (event: KeyboardEvent): void => {
    if (event.key !== ' ') return;
    event.preventDefault();
    onToggle();
  };
  return (
    <IconLink label="Search" to={paths.products} className={className} role="button" aria-expanded={open} aria-controls={controls} onClick={toggle} onKeyDown={pressBySpace}>
      <Icon icon={Search} />
    </IconLink>
  );
}
