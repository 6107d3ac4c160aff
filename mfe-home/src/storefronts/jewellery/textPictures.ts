import necklace from '../../pictures/jewellery-necklace.webp?widths=480,960,1600';

export const pictures = { 'jewellery-necklace': necklace };
