import * as Type from '@sinclair/typebox';
import type { COUNTRIES } from './constants';

export type CountryCode = keyof typeof COUNTRIES;
export const CountryCode = Type.Union([Type.Literal('US'), Type.Literal('UK'), Type.Literal('CA'), Type.Literal('AU')]);
