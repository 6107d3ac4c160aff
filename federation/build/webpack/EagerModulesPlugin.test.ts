import vm from 'node:vm';
import { parenthesizeModules } from './EagerModulesPlugin';

test.each([
  [
    'a method',
    'x.push([[1],{12(e,t){return {3(){return 1}}},7(){}}])',
    '12:(function(e,t){return {3(){return 1}}}),7:(function(){})',
  ],
  ['an arrow function', 'x.push([[1],{12:(e,t)=>{t.a=1},7:e=>e}])', '12:((e,t)=>{t.a=1}),7:(e=>e)'],
  ['a function', 'var p={12:function(e){this.a=e}};', '12:(function(e){this.a=e})'],
])('%s that is a module gets parentheses, once', (_what, code, expected) => {
  expect(parenthesizeModules(code)).toContain(`{${expected}}`);
});

test.each([
  ['names as keys', 'var o={a(){},b:()=>1};'],
  ['a value that is no function', 'var o={1:()=>1,2:"two"};'],
  ['getters', 'var o={get 1(){return 2}};'],
])('an object with %s stays as it is', (_what, code) => {
  expect(parenthesizeModules(code)).toBe(code);
});

test('a module is called with its own `this`, as before', () => {
  const call = (code: string): unknown => vm.runInNewContext(`${code};p[1].call({ name: 'exports' }, 2)`);
  const code = 'var p={1(e){return this.name+e}}';
  expect(call(parenthesizeModules(code))).toBe(call(code));
});
