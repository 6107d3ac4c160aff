export * from './money';
export * from './date';
export * from './phone';
