import market from '../../pictures/about-market.webp?widths=480,960,1600';

export const pictures = { 'about-market': market };
