import { storefronts, type Storefront, type StorefrontId } from '@shop/contracts/storefronts';

/** Fonts that mail programs have, without quotes. */
const SERIF = 'Georgia, Times New Roman, serif';
const SANS = 'Helvetica, Arial, sans-serif';

interface Shapes {
  readonly wordmark: string;
  readonly wordmarkFont: string;
  readonly wordmarkWeight: string;
  readonly wordmarkSpacing: string;
  readonly headingFont: string;
  readonly headingWeight: string;
  readonly logoRadius: string;
  readonly cardRadius: string;
  readonly wellRadius: string;
  readonly buttonRadius: string;
}

const SHAPES: Readonly<Partial<Record<StorefrontId, Shapes>>> = {
  jewellery: {
    wordmark: 'ORIEL',
    wordmarkFont: SERIF,
    wordmarkWeight: '400',
    wordmarkSpacing: '6px',
    headingFont: SERIF,
    headingWeight: '400',
    logoRadius: '0',
    cardRadius: '0',
    wellRadius: '0',
    buttonRadius: '0',
  },
  organic: {
    wordmark: 'furrow',
    wordmarkFont: SANS,
    wordmarkWeight: '700',
    wordmarkSpacing: '-0.5px',
    headingFont: SANS,
    headingWeight: '700',
    logoRadius: '12px',
    cardRadius: '20px',
    wellRadius: '12px',
    buttonRadius: '26px',
  },
};

/** Of a storefront that has no shapes of its own. */
const describeShapes = (wordmark: string): Shapes => ({
  wordmark,
  wordmarkFont: SANS,
  wordmarkWeight: '700',
  wordmarkSpacing: '0',
  headingFont: SANS,
  headingWeight: '700',
  logoRadius: '0',
  cardRadius: '8px',
  wellRadius: '4px',
  buttonRadius: '4px',
});

const readChannels = (color: string): number[] =>
  [1, 3, 5].map((start) => Number.parseInt(color.slice(start, start + 2), 16));

/** Mixes two colors; a share of 0 is the second one. */
const mix = (color: string, other: string, share: number): string => {
  const others = readChannels(other);
  const channels = readChannels(color).map((value, n) => Math.round(value * share + (others[n] ?? 0) * (1 - share)));
  return `#${channels.map((value) => value.toString(16).padStart(2, '0')).join('')}`;
};

/** Relative luminance of WCAG 2. */
const getLuminance = (color: string): number => {
  const [red = 0, green = 0, blue = 0] = readChannels(color).map((value) => {
    const share = value / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
};

export const getContrast = (color: string, other: string): number => {
  const [dark = 0, light = 0] = [getLuminance(color), getLuminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
};

const chooseReadable = (ground: string, first: string, second: string): string =>
  getContrast(ground, first) >= getContrast(ground, second) ? first : second;

/**
 * Colors, fonts and shapes of a storefront's mails, made of the four colors that every storefront has. One that was
 * renamed has its name as its wordmark.
 */
export const describeLook = ({ id, name, theme }: Storefront): Readonly<Record<string, string>> => {
  const { primaryColor: fill, secondaryColor, backgroundColor: page, textColor: ink } = theme;
  const card = '#ffffff';
  const darkCard = mix(page, ink, 0.08);
  const darkFill = chooseReadable(darkCard, fill, secondaryColor);
  return {
    ...(SHAPES[id] ?? describeShapes(name)),
    ...(name === storefronts[id].name ? {} : { wordmark: name }),
    textFont: SANS,
    page,
    card,
    ink,
    muted: mix(ink, card, 0.68),
    rule: mix(ink, card, 0.14),
    fill,
    onFill: chooseReadable(fill, ink, card),
    darkPage: ink,
    darkCard,
    darkInk: page,
    darkMuted: mix(page, ink, 0.72),
    darkRule: mix(page, ink, 0.24),
    darkFill,
    darkOnFill: chooseReadable(darkFill, ink, card),
  };
};
