import { Search } from 'lucide-react';
import { Icon } from '@shop/shared/design-system/Icon';
import { IconLink } from '@shop/shared/design-system/IconButton';
import { paths } from '@shop/shared/navigation';
import { getLinkButtonProps } from '../layout/getLinkButtonProps';

interface SearchDisclosureProps {
  readonly open: boolean;
  readonly onToggle: () => void;
  readonly controls: string;
  readonly className?: string | undefined;
}

/** Search icon of the centered header. Before hydration it links to the listing's own search. */
export function SearchDisclosure({ open, onToggle, controls, className }: SearchDisclosureProps) {
  return (
    <IconLink
      label="Search"
      to={paths.products}
      className={className}
      aria-expanded={open}
      aria-controls={controls}
      {...getLinkButtonProps(onToggle)}
    >
      <Icon icon={Search} />
    </IconLink>
  );
}
