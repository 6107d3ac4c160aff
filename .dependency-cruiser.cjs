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
      comment: 'Browsers never load it.',
      from: { path: '^(shared|federation|mfe-[^/]+|host/src)/' },
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
      comment:
        'The API shares nothing with the shop but the contracts; its seeds compile Markdown as the pages do (decision 0011).',
      from: { path: '^api/src/' },
      to: { path: '^(host|federation|mfe-[^/]+|shared/(?!src/contracts/))/?' },
    },
    {
      name: 'operator-imports-contracts-only',
      severity: 'error',
      comment:
        'Operator commands follow the same rule as the API, but pictures: encoded and stored as those of a bundle.',
      from: { path: '^api/operator/' },
      to: {
        path: '^(host|federation/(?!build/pictures/|registry/storage/)|mfe-[^/]+|shared/(?!src/contracts/))/?',
      },
    },
    {
      name: 'content-imports-contracts-and-content',
      severity: 'error',
      comment:
        'What the API syncs (content) and data for load tests (seeds). Product pictures are encoded and stored as those of a bundle.',
      from: { path: '^api/(content|seeds)/' },
      to: {
        path: '^(host|federation/(?!build/pictures/|registry/storage/)|mfe-[^/]+|shared/(?!src/(contracts|content)/))/?',
      },
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
      // What tries a release stands in for the host around it.
      from: { path: '^federation/', pathNot: '^federation/(build/webpack/singletonsProbe|registry/trial/)' },
      to: { path: '^(host|api|mfe-[^/]+|shared/src/(?!remote/|content/|navigation/))/?' },
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
      name: 'trial-imports-shared-and-shell',
      severity: 'error',
      comment:
        "The trial is bundled and runs in a process without the host's server, the API and the remotes. Pages are opened in the host's own shell.",
      from: { path: '^federation/registry/trial/' },
      to: {
        path: '^(host/(?!src/(layout|remotes|watch)/)|api|mfe-[^/]+|federation/(?!registry/trial/|runtime/server/watchGlobals|runtime/sharedDependencies|runtime/remotes))/?',
      },
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
      comment: 'Answers that follow the contracts are for trials of releases and for tests.',
      from: {
        pathNot: '\\.test\\.tsx?$|^shared/src/(contract-answers|testing)/|/src/testing/|^federation/registry/trial/',
      },
      to: { path: '^shared/src/contract-answers/' },
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
