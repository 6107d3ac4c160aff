import type { HomeSection } from '@shop/contracts';
import { Wrap } from '@shop/shared/design-system/Wrap';
import { Fragment, type ReactNode } from 'react';
import { Banner } from './Banner';
import { Brands } from './Brands';
import { DeliveryStrip } from './DeliveryStrip';
import { HeroSlider } from './HeroSlider';
import { NewCollection } from './NewCollection';
import { Promotions } from './Promotions';
import { ServiceBanners } from './ServiceBanners';
import { ShopByCategory } from './ShopByCategory';
import { Story } from './Story';
import { Tiles } from './Tiles';
import { TopProducts } from './TopProducts';
import { Trending } from './Trending';

const renderSection = (section: HomeSection): ReactNode => {
  switch (section.kind) {
    case 'hero':
      return <HeroSlider {...section} />;
    case 'banner':
      return <Banner {...section} />;
    case 'welcome':
      return (
        <Wrap>
          <h1>{section.title}</h1>
          <p>{section.text}</p>
        </Wrap>
      );
    case 'categories':
      return <ShopByCategory {...section} />;
    case 'tiles':
      return <Tiles {...section} />;
    case 'collection':
      return <NewCollection {...section} />;
    case 'top-products':
      return <TopProducts {...section} />;
    case 'promotions':
      return <Promotions {...section} />;
    case 'trending':
      return <Trending {...section} />;
    case 'brands':
      return <Brands {...section} />;
    case 'services':
      return <ServiceBanners {...section} />;
    case 'delivery':
      return <DeliveryStrip />;
    case 'story':
      return <Story {...section} />;
  }
};

/** The sections of a home page, from the top, but for hidden ones. */
export function Sections({ sections }: { readonly sections: readonly HomeSection[] }) {
  return sections
    .filter(({ hidden }) => hidden !== true)
    .map((section) => <Fragment key={section.kind}>{renderSection(section)}</Fragment>);
}
