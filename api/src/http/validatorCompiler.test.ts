import { createValidatorCompiler } from './validatorCompiler';

const aRoute = (schema: object) => ({ schema, method: 'POST', url: '/api/rings', httpPart: 'body' }) as const;
const WRONG = { type: 'object', no_such_keyword: true };

test('a wrong schema is found on start', () => {
  expect(() => createValidatorCompiler()(aRoute(WRONG))).toThrow('unknown keyword');
});

test('a schema that is compiled on first use refuses and accepts the same', () => {
  const schema = { type: 'object', required: ['size'], properties: { size: { type: 'integer' } } };
  const onStart = createValidatorCompiler()(aRoute(schema));
  const onFirstUse = createValidatorCompiler({ onFirstUse: true })(aRoute(schema));
  for (const body of [{ size: 54 }, { size: '54' }, {}, null]) expect(onFirstUse(body)).toEqual(onStart(body));
  expect(onFirstUse({ size: 54 })).toBe(true);
  expect(onFirstUse({})).not.toBe(true);
});
