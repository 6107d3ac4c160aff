import { PageMeta } from '@shop/shared/connected/PageMeta';
import { Breadcrumb } from '@shop/shared/design-system/Breadcrumb';
import { PageHead } from '@shop/shared/design-system/PageHead';
import { Wrap } from '@shop/shared/design-system/Wrap';
import { paths } from '@shop/shared/navigation';
import type { ReactNode } from 'react';
import type { PageText } from '@shop/shared/texts/readText';

interface TextPageProps {
  readonly text: Pick<PageText, 'title' | 'lead' | 'description'>;
  /** Breadcrumb label; defaults to the title. */
  readonly name?: string;
  readonly path: string;
  readonly children: ReactNode;
}

/** Layout of text pages. */
export function TextPage({ text: { title, lead, description }, name = title, path, children }: TextPageProps) {
  return (
    <Wrap>
      <PageMeta
        title={name}
        description={description === '' ? lead : description}
        canonicalPath={path}
        isInEachStorefront
      />
      <Breadcrumb items={[{ label: 'Home', href: paths.home }, { label: name }]} />
      <PageHead title={title} text={lead} />
      {children}
    </Wrap>
  );
}
