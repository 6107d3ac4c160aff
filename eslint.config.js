const js = require('@eslint/js');
const compat = require('eslint-plugin-compat');
const reactHooks = require('eslint-plugin-react-hooks');
const regexp = require('eslint-plugin-regexp');
const tseslint = require('typescript-eslint');

/**
 * A schema's pattern is a literal, so that the rules for patterns see it, and its text is short before it is looked at.
 */
const SCHEMA_PATTERNS = [
  {
    selector: "Property[key.name='pattern'] > Literal[regex=undefined]",
    message: "Write a schema's pattern as /…/.source: a text is not looked at for patterns that go back and forth.",
  },
  {
    selector:
      "CallExpression[callee.property.name='String'] > ObjectExpression:has(> Property[key.name='pattern']):not(:has(> Property[key.name='maxLength']))",
    message: 'A text with a pattern has a maxLength, which is looked at first.',
  },
];

/** A test waits for a condition (server-kit/src/testing/waitUntil.ts), never for a time. */
const FIXED_WAITS = [
  { selector: "CallExpression[callee.name='sleep']" },
  { selector: "CallExpression[callee.property.name='waitForTimeout']" },
  {
    selector:
      "NewExpression[callee.name='Promise'] CallExpression[callee.name='setTimeout'][arguments.0.name='resolve']",
  },
].map((rule) => ({ ...rule, message: 'Wait for a condition: waitUntil, expect.poll, or fake timers.' }));

/** What only tests of the system may use: it starts processes, builds, or copies the repository. */
const SYSTEM_MODULES = {
  paths: ['child_process', 'node:child_process'],
  patterns: [
    {
      regex: String.raw`/(?:ManagedProcess|RepositoryCopy|startTopology|startEdge|postgresServer|redisServer|smallDisk)$`,
    },
  ],
};
const nameSystemTest = (rule) => ({
  ...(typeof rule === 'string' ? { name: rule } : rule),
  message: 'This belongs to a test named *.system.test.ts, which `npm run verify` runs.',
});

module.exports = tseslint.config(
  {
    ignores: [
      '**/dist/**',
      '**/node_modules/**',
      '.data/**',
      '.topologies/**',
      '.cache/**',
      'api/migrations/**',
      'test-results/**',
      'coverage/**',
      'screens/**',
    ],
  },
  js.configs.recommended,
  ...tseslint.configs.recommendedTypeChecked,
  {
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: __dirname } },
    rules: {
      '@typescript-eslint/consistent-type-imports': [
        'error',
        { fixStyle: 'inline-type-imports', disallowTypeAnnotations: false },
      ],
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': 'error',
      // Fastify's handlers and hooks are async by contract, with or without an await.
      '@typescript-eslint/require-await': 'off',
      // React's event props take async handlers; their failures are values here, not rejections.
      '@typescript-eslint/no-misused-promises': [
        'error',
        { checksVoidReturn: { attributes: false, arguments: false } },
      ],
      eqeqeq: 'error',
      // Prettier wraps code; comments are wrapped by hand.
      'max-len': [
        'error',
        { code: 120, ignoreStrings: true, ignoreTemplateLiterals: true, ignoreRegExpLiterals: true, ignoreUrls: true },
      ],
      'no-console': ['error', { allow: ['warn', 'error'] }],
      'no-restricted-syntax': ['error', ...SCHEMA_PATTERNS],
    },
  },
  {
    // No text, however long, keeps a pattern busy for longer than reading it takes.
    plugins: { regexp },
    rules: {
      'regexp/no-super-linear-backtracking': ['error', { report: 'potential' }],
      'regexp/no-super-linear-move': ['error', { report: 'potential' }],
    },
  },
  {
    files: ['**/*.tsx', '**/use*.ts'],
    plugins: { 'react-hooks': reactHooks },
    rules: { 'react-hooks/rules-of-hooks': 'error', 'react-hooks/exhaustive-deps': 'error' },
  },
  {
    // Nothing that a browser of the last two years lacks (package.json, browserslist).
    ...compat.configs['flat/recommended'],
    files: ['shared/src/**', 'shared/contracts/**', 'host/src/**', 'mfe-*/src/**', 'federation/runtime/browser/**'],
    ignores: ['**/*.test.*', 'shared/src/testing/**', 'shared/contracts/answers/**', 'host/src/entry.server.tsx'],
  },
  {
    // The data outside is unknown until parsed; inside the browser nothing calls the network but the api client.
    files: ['shared/src/**', 'shared/contracts/**', 'host/src/**', 'mfe-*/src/**'],
    ignores: ['shared/src/api-client/**', '**/*.test.*'],
    rules: {
      'no-restricted-globals': ['error', { name: 'fetch', message: 'Call the API through shared/src/api-client.' }],
      'no-restricted-syntax': [
        'error',
        ...SCHEMA_PATTERNS,
        {
          selector: "JSXAttribute[name.name='style']",
          message: 'The content security policy forbids inline styles: use a class.',
        },
        {
          selector: "JSXOpeningElement[name.name='form']:not(:has(> JSXAttribute[name.name=/^(?:action|method)$/]))",
          message: 'Without scripts, its fields are sent in the address: give it method="post".',
        },
        { selector: "JSXAttribute[name.name='dangerouslySetInnerHTML']", message: 'Text only (SECURITY, XSS).' },
      ],
    },
  },
  {
    files: ['**/*.test.ts', '**/*.test.tsx', 'e2e/**', 'shared/src/testing/**', 'shared/contracts/answers/**'],
    rules: {
      // Test doubles and captured answers are loosely typed by their libraries.
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-call': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
      '@typescript-eslint/unbound-method': 'off',
    },
  },
  {
    files: ['**/*.test.ts', '**/*.test.tsx', '**/*.spec.ts'],
    ignores: ['**/*.system.*'],
    rules: {
      'no-restricted-syntax': [
        'error',
        ...FIXED_WAITS,
        {
          selector: "NewExpression[callee.name='Registry']",
          message: 'Use openTestRegistry: the default tries every release in processes of its own.',
        },
      ],
    },
  },
  {
    files: ['**/*.test.ts', '**/*.test.tsx'],
    ignores: ['**/*.system.*'],
    rules: {
      'no-restricted-imports': [
        'error',
        {
          paths: SYSTEM_MODULES.paths.map(nameSystemTest),
          patterns: SYSTEM_MODULES.patterns.map(nameSystemTest),
        },
      ],
    },
  },
  {
    files: [
      'federation/registry/cli.ts',
      'federation/registry/commands/**',
      'federation/build/dev-server/createDevServer.ts',
      'api/content/buildPictures.ts',
      'api/seeds/**',
      'api/operator/**',
      'bench/**',
    ],
    rules: { 'no-console': 'off' }, // their output is what they are for
  },
  {
    files: ['mfe-admin/src/**'],
    ignores: ['**/*.test.*'],
    rules: {
      'no-restricted-imports': [
        'error',
        {
          name: '@shop/contracts/storefronts',
          importNames: ['storefronts'],
          message: 'Staff can rename them: useStores (mfe-admin/src/parts) has their names.',
        },
      ],
    },
  },
  {
    files: ['**/*.mjs', '**/*.cjs', '**/*.js'],
    extends: [tseslint.configs.disableTypeChecked],
    languageOptions: {
      globals: {
        console: 'readonly',
        process: 'readonly',
        fetch: 'readonly',
        AbortSignal: 'readonly',
        setTimeout: 'readonly',
        clearTimeout: 'readonly',
        setInterval: 'readonly',
        clearInterval: 'readonly',
        URLSearchParams: 'readonly',
        URL: 'readonly',
        Buffer: 'readonly',
        Blob: 'readonly',
        require: 'readonly',
        module: 'writable',
        __dirname: 'readonly',
        __filename: 'readonly',
      },
    },
    rules: { 'no-console': 'off', '@typescript-eslint/no-require-imports': 'off' },
  },
);
