import { defineConfig } from 'drizzle-kit';

export default defineConfig({
  dialect: 'postgresql',
  schema: ['./src/{modules,audit}/**/*Table{,s}.ts', './src/limits/countersTable.ts'],
  out: './migrations',
});
