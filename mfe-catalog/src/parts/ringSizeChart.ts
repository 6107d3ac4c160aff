export interface RingSize {
  /** Inner circumference in millimeters: the size of ISO 8653. */
  readonly mm: number;
  readonly us: string;
  readonly uk: string;
  readonly eu: string;
}

const [SMALLEST_MM, LARGEST_MM] = [44, 68];
/** US sizes: the inner diameter of size 0, and what a size adds to it. */
const [US_ZERO_MM, US_STEP_MM] = [11.63, 0.8128];
/** UK sizes (BS 6820): the circumference of size A, and what a letter adds to it. */
const [UK_A_MM, UK_STEP_MM] = [37.5, 1.25];

const FRACTIONS = ['', '¼', '½', '¾'] as const;
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';

/** US sizes have quarters. */
const toUs = (mm: number): string => {
  const quarters = Math.round(((mm / Math.PI - US_ZERO_MM) / US_STEP_MM) * 4);
  return `${Math.floor(quarters / 4)}${FRACTIONS[quarters % 4]}`;
};
/** UK sizes have halves. */
const toUk = (mm: number): string => {
  const halves = Math.round(((mm - UK_A_MM) / UK_STEP_MM) * 2);
  return `${LETTERS[Math.floor(halves / 2)]}${halves % 2 === 0 ? '' : '½'}`;
};

export const toDiameter = (mm: number): string => (mm / Math.PI).toFixed(1);

/** The ring sizes of four systems, nearest to each whole millimeter. */
export const RING_SIZE_CHART: readonly RingSize[] = Array.from({ length: LARGEST_MM - SMALLEST_MM + 1 }, (_, index) => {
  const mm = SMALLEST_MM + index;
  return { mm, us: toUs(mm), uk: toUk(mm), eu: String(mm) };
});
