import type { SectionOf } from '@shop/contracts';
import { ChevronLeft, ChevronRight, Pause, Play } from 'lucide-react';
import { Icon } from '@shop/shared/design-system/Icon';
import { IconButton } from '@shop/shared/design-system/IconButton';
import { CarouselDots } from '../../carousel/CarouselDots';
import { CarouselTrack } from '../../carousel/CarouselTrack';
import { useCarousel } from '../../carousel/useCarousel';
import { HeroSlide } from './HeroSlide';
import styles from './HeroSlider.module.css';
import { useAfterLoad } from './useAfterLoad';
import { useAutoAdvance } from './useAutoAdvance';

/** product.md 3.3. */
export function HeroSlider({ slides }: SectionOf<'hero'>) {
  const count = slides.length;
  const carousel = useCarousel({ count, perView: 1 });
  const { stop, goTo } = carousel;
  const next = (): void => goTo((stop + 1) % count);
  const previous = (): void => goTo((stop + count - 1) % count);
  const { locked, moving, paused, togglePaused, change, attention } = useAutoAdvance(next);
  const afterLoad = useAfterLoad();

  return (
    <section className={styles.hero} aria-roledescription="carousel" aria-label="Highlights" {...attention}>
      <CarouselTrack carousel={carousel} className={styles.track} live={moving ? 'off' : 'polite'}>
        {slides.map((slide, index) => (
          <HeroSlide
            key={index}
            slide={slide}
            index={index}
            count={count}
            shown={index === stop}
            withPicture={index === 0 || afterLoad || index === stop}
          />
        ))}
      </CarouselTrack>
      {count > 1 && (
        <div className={styles.controls}>
          <IconButton label="Previous slide" aria-disabled={locked || undefined} onClick={() => change(previous)}>
            <Icon icon={ChevronLeft} />
          </IconButton>
          <CarouselDots
            carousel={{ ...carousel, goTo: (index) => change(() => goTo(index)) }}
            label="Choose slide"
            nameOf={(number) => `Slide ${number}`}
            locked={locked}
          />
          <IconButton label="Next slide" aria-disabled={locked || undefined} onClick={() => change(next)}>
            <Icon icon={ChevronRight} />
          </IconButton>
          <IconButton label={paused ? 'Play slides' : 'Pause slides'} onClick={togglePaused}>
            <Icon icon={paused ? Play : Pause} />
          </IconButton>
          <span className={styles.place} aria-hidden="true">
            {stop + 1} / {count}
          </span>
        </div>
      )}
    </section>
  );
}
