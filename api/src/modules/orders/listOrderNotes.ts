import { describeChoices, type Order, type OrderLine } from '@shop/contracts';

/** The name without choices: what was typed does not go to an address that may be a stranger's (decision 0027). */
const namePiece = ({ name, choices }: OrderLine): string => name.replace(describeChoices(choices), '');

const describeReport = (line: OrderLine): string[] => {
  const { certification } = line;
  return certification
    ? [
        `The grading report ${certification.reportNumber} (${certification.laboratory}) of ${namePiece(line)} is in the parcel, with the piece.`,
      ]
    : [];
};

/** Says what differs from the default, and then that the rest does not. */
const describeSubstitutions = (lines: readonly OrderLine[]): string[] => {
  const refunds = lines
    .filter(({ substitution }) => substitution === 'refund')
    .map((line) => `If ${namePiece(line)} is missing, we send your money back.`);
  const hasOthers = lines.some(({ substitution }) => substitution === 'similar');
  return refunds.length > 0 && hasOthers
    ? [...refunds, 'If other food is missing, we send something similar.']
    : refunds;
};

/** What to know about the pieces of an order, in sentences. */
export const listOrderNotes = ({ status, lines }: Pick<Order, 'status' | 'lines'>): string[] =>
  status === 'canceled'
    ? []
    : [
        ...new Set(lines.flatMap(describeReport)),
        ...describeSubstitutions(lines),
        ...(lines.some(({ choices }) => choices?.engraving)
          ? ["Engraved pieces can't be returned unless faulty."]
          : []),
      ];
