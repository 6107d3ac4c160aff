import { decideReviews, listStaffReviews, undoReviewDecisions, type StaffReview } from '@shop/contracts';
import { createContractServices, renderRemote, respondTo } from '@shop/shared/testing';
import { fireEvent, screen } from '@testing-library/react';
import { remote } from '../remote';

const aReview = (id: number, text: string): StaffReview => ({
  id,
  state: 'waiting',
  rating: 4,
  text,
  author: 'Alan T.',
  date: '2026-11-21T12:00:00Z',
  product: { id: 'ring-signet', name: 'Oval Signet Ring', image: '', rating: 4.5, votes: 12 },
  bought: false,
  reply: '',
  decision: null,
});

/** The desk with reviews that wait; one that is decided leaves the list, and comes back if that is taken back. */
const desk = async (...reviews: readonly StaffReview[]) => {
  const decided = new Set<number>();
  const services = createContractServices([
    respondTo(listStaffReviews, () => ({
      data: { items: reviews.filter(({ id }) => !decided.has(id)), next: null },
    })),
    respondTo(decideReviews, ({ body }) => {
      for (const { id } of body.reviews) decided.add(id);
      return { data: body.reviews.map(({ id }) => ({ id, error: null })) };
    }),
    respondTo(undoReviewDecisions, ({ body }) => {
      for (const id of body.ids) decided.delete(id);
      return { data: body.ids.map((id) => ({ id, error: null })) };
    }),
  ]);
  const { user } = renderRemote(remote, { at: '/admin/reviews', services });
  await screen.findByRole('heading', { name: 'Reviews' });
  return { user, services };
};

const row = (text: string): Promise<HTMLElement> => screen.findByRole('button', { name: new RegExp(text) });
const quote = () => document.querySelector('blockquote');

/** A key, wherever the focus is. */
const press = (key: string): void => void fireEvent.keyDown(document.activeElement ?? document.body, { key });

test('the last review leaves the focus to the heading, and Z takes the decision back (product 16.8)', async () => {
  const { user } = await desk(aReview(1, 'It sits well'));
  await user.click(await row('It sits well'));
  press('p');
  expect(await screen.findByText('Review of Oval Signet Ring published')).toBeInTheDocument();
  expect(await screen.findByText('All read')).toBeVisible();
  expect(screen.getByRole('heading', { name: 'Reviews' })).toHaveFocus();
  press('z');
  expect(await screen.findByText('Review of Oval Signet Ring: taken back.')).toBeInTheDocument();
  expect(await row('It sits well')).toBeInTheDocument();
});

test('a decision by its button leads to the next review, not into its answer (product 16.8)', async () => {
  const { user, services } = await desk(aReview(1, 'It sits well'), aReview(2, 'Too small'));
  await user.click(await row('It sits well'));
  await user.click(screen.getByRole('button', { name: 'Publish' }));
  await screen.findByText('Review of Oval Signet Ring published');
  expect(await screen.findByRole('region', { name: 'Review' })).toHaveFocus();
  expect(quote()).toHaveTextContent('Too small');
  press('p');
  await screen.findByText('All read');
  expect(services.listCalls(decideReviews).map(({ body }) => body.reviews.map(({ id }) => id))).toEqual([[1], [2]]);
});

test('a bulk decision takes its bar and rows away, and the keys go on (product 16.8)', async () => {
  const { user } = await desk(aReview(1, 'It sits well'), aReview(2, 'Too small'), aReview(3, 'Shines'));
  await row('It sits well');
  for (const box of screen.getAllByRole('checkbox').slice(0, 2)) await user.click(box);
  press('p');
  expect(await screen.findByText('2 reviews published')).toBeInTheDocument();
  press('z');
  expect(await screen.findByText('2 reviews: taken back.')).toBeInTheDocument();
});
