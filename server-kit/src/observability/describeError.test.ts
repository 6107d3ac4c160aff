import { describeError } from './describeError';

test('an error keeps its name, its code and its places, and nothing that it was given', () => {
  const error = Object.assign(
    new TypeError('invalid input syntax for type uuid: "ada lovelace" of ada@example.com, code 481516, at /me?token=x'),
    { code: '22P02' },
  );
  const described = describeError(error);
  expect(described).toMatchObject({
    name: 'TypeError',
    code: '22P02',
    message: expect.stringContaining('invalid input syntax for type uuid'),
  });
  expect(described.stack).toContain('describeError.test.ts');
  for (const secret of ['ada', 'lovelace', '481516', 'token=x'])
    expect(JSON.stringify(described)).not.toContain(secret);
});

test('a thrown value that is not an error is described by its type only', () => {
  expect(describeError('ada@example.com')).toEqual({ name: 'string', message: '', stack: '' });
});
