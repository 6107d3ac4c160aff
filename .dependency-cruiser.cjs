/** Import rules (docs/architecture.md 2): who may import whom. */
const remotes = '^mfe-[^/]+';

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    {
      name: 'no-cycles',
      severity: 'error',
      comment: 'Imports have one direction.',
      from: {},
      to: { circular: true },
    },
    {
      name: 'contracts-are-self-contained',
      severity: 'error',
      comment: 'Clients and API agree on them: no React, no code of either.',
      from: { path: '^shared/contracts/' },
      to: { path: '^(shared/src|host|api|federation|server-kit|e2e|bench|ops|mfe-[^/]+)/' },
    },
    {
      name: 'shared-is-self-contained',
      severity: 'error',
      from: { path: '^shared/' },
      to: { path: '^(host|api|federation|server-kit|e2e|bench|mfe-[^/]+)/' },
    },
    {
      name: 'server-kit-is-self-contained',
      severity: 'error',
      comment: 'Both servers use it, so it imports neither.',
      from: { path: '^server-kit/' },
      to: { path: '^(host|api|federation|shared|e2e|bench|mfe-[^/]+)/' },
    },
    {
      name: 'server-kit-on-servers-only',
      severity: 'error',
      comment: 'Browsers never load it, nor do renderers.',
      from: { path: '^(shared|federation/(runtime/browser|registry/trial)|mfe-[^/]+|host/src)/' },
      to: { path: '^server-kit/' },
    },
    {
      name: 'telemetry-loaded-when-configured',
      severity: 'error',
      comment: 'OpenTelemetry is imported dynamically, only if a collector is configured.',
      from: { path: '^(server-kit|api|host/server)/', pathNot: '^server-kit/src/observability/openTelemetry\\.ts$' },
      to: { path: 'node_modules/@opentelemetry/' },
    },
    {
      name: 'telemetry-is-imported-dynamically',
      severity: 'error',
      from: { path: '^(server-kit|api|host/server)/' },
      to: { path: '^server-kit/src/observability/openTelemetry\\.ts$', dependencyTypesNot: ['dynamic-import'] },
    },
    {
      name: 'api-imports-contracts-only',
      severity: 'error',
      comment: 'The API, its content and its commands share nothing with the shop but the contracts.',
      from: { path: '^api/' },
      to: { path: '^(host|federation|mfe-[^/]+|ops|e2e|bench|shared/src)/' },
    },
    {
      name: 'api-modules-on-top',
      severity: 'error',
      comment: 'What all modules of the API use knows none of them.',
      from: { path: '^api/src/(audit|database|http|limits|observability)/', pathNot: '\\.test\\.ts$' },
      to: { path: '^api/src/modules/' },
    },
    {
      name: 'pictures-in-one-module',
      severity: 'error',
      comment: 'What staff upload is checked, decoded and stored in one place. The rest of the API reads no files.',
      from: { path: '^api/src/', pathNot: '^api/src/(modules/pictures|testing)/|\\.test\\.ts$' },
      to: { path: '^server-kit/src/(storage|pictures)/|^api/content/encodeSizes|node_modules/sharp/' },
    },
    {
      name: 'remote-never-remote',
      severity: 'error',
      comment: 'Remotes share code through shared only.',
      from: { path: '^(mfe-[^/]+)/' },
      to: { path: `${remotes}/`, pathNot: '^$1/' },
    },
    {
      name: 'contract-shared-only',
      severity: 'error',
      comment: "Type checks of all remotes compile every remote's contract.ts, and nothing else of others.",
      from: { path: `${remotes}/src/contract\\.ts$` },
      to: { path: `${remotes}/` },
    },
    {
      name: 'remote-never-host',
      severity: 'error',
      from: { path: `${remotes}/` },
      to: { path: '^(host|api)/' },
    },
    {
      name: 'remote-federation-build-only',
      severity: 'error',
      comment: 'A remote may use its build configuration, but not the code that loads it.',
      from: { path: `${remotes}/src/` },
      to: { path: '^federation/' },
    },
    {
      name: 'host-never-remote',
      severity: 'error',
      comment: 'The host loads remotes at run time only.',
      from: { path: '^host/' },
      to: { path: `(${remotes}|^api)/` },
    },
    {
      name: 'feature-never-feature',
      severity: 'error',
      comment: 'Compose features in remote.ts.',
      from: { path: '^(mfe-[^/]+)/src/features/([^/]+)/' },
      to: { path: '^$1/src/features/', pathNot: '^$1/src/features/$2/' },
    },
    {
      name: 'federation-imports-contract-only',
      severity: 'error',
      // The probe is built into remotes as one of them: it asks for the shared state on purpose.
      from: { path: '^federation/', pathNot: '^federation/(build/webpack/singletonsProbe|registry/trial/)' },
      to: { path: '^(host|api|mfe-[^/]+|shared/src/(?!remote/|navigation/))/?' },
    },
    {
      name: 'runtime-imports-no-other-federation-package',
      severity: 'error',
      comment: 'The runtime depends on neither builds nor releases.',
      from: { path: '^federation/runtime/', pathNot: '\\.test\\.ts$' },
      to: { path: '^federation/(?!runtime/)' },
    },
    {
      name: 'build-imports-no-registry',
      severity: 'error',
      comment: 'The registry depends on builds; builds do not depend on the registry.',
      from: { path: '^federation/build/' },
      to: { path: '^federation/registry/' },
    },
    {
      name: 'trial-imports-shared',
      severity: 'error',
      comment: "The trial is bundled and runs in a process of its own. The host's shell is handed to it.",
      from: { path: '^federation/registry/trial/', pathNot: 'bundleForTrial' },
      to: {
        path: '^(host|api|mfe-[^/]+|federation/(?!registry/trial/|runtime/server/watchGlobals|runtime/sharedDependencies|runtime/remotes))/?',
      },
    },
    {
      name: 'host-trials-in-its-shell-only',
      severity: 'error',
      comment: 'Pages load nothing of the registry.',
      from: { path: '^host/src/', pathNot: '^host/src/trial/' },
      to: { path: '^federation/(registry|build)/' },
    },
    {
      name: 'no-tests-in-product',
      severity: 'error',
      from: { pathNot: '\\.test\\.tsx?$|^shared/src/testing/|/src/testing/' },
      to: { path: '\\.test\\.tsx?$|^shared/src/testing/(?!emptyModule)' },
    },
    {
      name: 'contract-answers-not-in-the-shop',
      severity: 'error',
      comment: 'Answers that follow the contracts are for trials of releases, tests and sample data.',
      from: {
        pathNot:
          '\\.test\\.tsx?$|^shared/(src/testing|contracts/(answers|sample))/|/src/testing/|^federation/registry/trial/',
      },
      to: { path: '^shared/contracts/answers/' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)(dist|\\.data|\\.topologies|\\.cache)/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.js', '.cjs', '.mjs', '.json', '.css'],
    },
  },
};
