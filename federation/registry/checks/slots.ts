import { Check } from '@sinclair/typebox/value';
import type { Release } from '../release';
import { SingleLine } from '../SingleLine';
import { offersRoute } from './removals';

const MAX_LINKS = 2;
const MAX_LABEL_LENGTH = 16;
const Label = SingleLine({ minLength: 1, maxLength: MAX_LABEL_LENGTH });

/** Returns one sentence for each link in the header's menu that the header cannot show, or that leads elsewhere. */
export const checkMenuLinks = ({ menu = [], routes }: Pick<Release, 'menu' | 'routes'>): string[] => [
  ...(menu.length > MAX_LINKS
    ? [`It has ${menu.length} links in the header's menu; a remote may have at most ${MAX_LINKS}.`]
    : []),
  ...menu.flatMap(({ label, href }) => [
    ...(Check(Label, label)
      ? []
      : [
          `Its link to ${JSON.stringify(href)} in the header's menu needs a label: one line, at most ${MAX_LABEL_LENGTH} characters.`,
        ]),
    ...(routes.some(({ path }) => offersRoute(path, href.split(/[?#]/)[0] ?? ''))
      ? []
      : [`Its link in the header's menu leads to ${JSON.stringify(href)}, which is none of its routes.`]),
  ]),
];

/** Returns one sentence for each slot that it fills with a widget which it does not have. */
export const checkFills = ({ fills = {}, widgets }: Pick<Release, 'fills' | 'widgets'>): string[] =>
  Object.entries(fills).flatMap(([slot, widget]) =>
    widgets.includes(widget)
      ? []
      : [`It fills the slot ${JSON.stringify(slot)} with ${JSON.stringify(widget)}, which is none of its widgets.`],
  );
