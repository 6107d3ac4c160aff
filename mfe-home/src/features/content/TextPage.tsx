import { PageMeta } from '@shop/shared/connected/PageMeta';
import { Breadcrumb } from '@shop/shared/design-system/Breadcrumb';
import { PageHead } from '@shop/shared/design-system/PageHead';
import { Wrap } from '@shop/shared/design-system/Wrap';
import { paths } from '@shop/shared/navigation';
import type { ReactNode } from 'react';
import type { PageText } from './readText';

interface TextPageProps {
  readonly text: Pick<PageText, 'title' | 'lead' | 'description'>;
  /** The page's name in the breadcrumb; its title where there is none. */
  readonly name?: string;
  readonly path: string;
  readonly children: ReactNode;
}

/** The frame of every page that is mostly text. */
export function TextPage({ text: { title, lead, description }, name = title, path, children }: TextPageProps) {
  return (
    <Wrap>
      <PageMeta title={name} description={description} canonicalPath={path} />
      <Breadcrumb items={[{ label: 'Home', href: paths.home }, { label: name }]} />
      <PageHead title={title} text={lead} />
      {children}
    </Wrap>
  );
}
