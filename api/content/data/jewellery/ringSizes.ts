/** Inner circumference in millimeters, with US, UK and EU sizes. */
export const ringSizes = [
  { mm: 50, us: '5.25', uk: 'K', eu: '50' },
  { mm: 52, us: '6', uk: 'L½', eu: '52' },
  { mm: 54, us: '7', uk: 'N½', eu: '54' },
  { mm: 56, us: '7.75', uk: 'P', eu: '56' },
  { mm: 58, us: '8.5', uk: 'Q½', eu: '58' },
] as const;
