import { matchRoutes, type RouteObject } from 'react-router-dom';
import { keepOwnRoutes } from './keepOwnRoutes';

const routes: RouteObject[] = [
  { id: 'list', path: 'gifts' },
  { id: 'gift', path: '/gifts/:slug' },
  {
    id: 'own',
    path: 'gifts/cards',
    children: [
      { id: 'own.index', index: true },
      { id: 'own.card', path: ':id' },
    ],
  },
  {
    id: 'layout',
    children: [
      { id: 'layout.kept', path: 'gifts/kept' },
      { id: 'layout.cart', path: 'cart' },
    ],
  },
  { id: 'home', index: true },
  { id: 'cart', path: 'cart' },
  { id: 'every', path: '*' },
  { id: 'one', path: ':page' },
  { id: 'optional', path: 'gifts?/cart' },
  { id: 'nearby', path: 'giftshop' },
];
const findId = (at: string) => matchRoutes(keepOwnRoutes(routes, ['/gifts']), at)?.at(-1)?.route.id;

test.each([
  ['/gifts', 'list'],
  ['/gifts/ring', 'gift'],
  ['/gifts/cards', 'own.index'],
  ['/gifts/cards/3', 'own.card'],
  ['/gifts/kept', 'layout.kept'],
])('keeps its route for %s', (at, id) => {
  expect(findId(at)).toBe(id);
});

test.each(['/', '/cart', '/anything', '/giftshop'])('has no route for %s, which belongs to another remote', (at) => {
  expect(findId(at)).toBeUndefined();
});

test('the home page belongs to the remote that has it as a mount', () => {
  expect(matchRoutes(keepOwnRoutes(routes, ['/']), '/')?.at(-1)?.route.id).toBe('home');
});

test('a path that changes when it is read again stays what it was', () => {
  let times = 0;
  const [kept] = keepOwnRoutes(
    [
      {
        get path() {
          times += 1;
          return times === 1 ? 'gifts' : 'cart';
        },
      },
    ],
    ['/gifts'],
  );
  expect([kept?.path, kept?.path]).toEqual(['gifts', 'gifts']);
});
