/** The walls of the house (architecture.md 2): who may import whom. */
const remotes = '^mfe-[^/]+';

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    {
      name: 'no-cycles',
      severity: 'error',
      comment: 'Data flows one way.',
      from: {},
      to: { circular: true },
    },
    {
      name: 'shared-imports-nobody',
      severity: 'error',
      from: { path: '^shared/' },
      to: { path: '^(host|api|federation|server-kit|e2e|bench|mfe-[^/]+)/' },
    },
    {
      name: 'server-kit-imports-nobody',
      severity: 'error',
      comment: 'What both servers say of themselves knows neither of them.',
      from: { path: '^server-kit/' },
      to: { path: '^(host|api|federation|shared|e2e|bench|mfe-[^/]+)/' },
    },
    {
      name: 'server-kit-on-servers-only',
      severity: 'error',
      comment: 'No browser loads a byte of it.',
      from: { path: '^(shared|federation|mfe-[^/]+|host/src)/' },
      to: { path: '^server-kit/' },
    },
    {
      name: 'telemetry-loaded-when-configured',
      severity: 'error',
      comment: 'OpenTelemetry comes by import() where a collector is named, and not otherwise.',
      from: { path: '^(server-kit|api|host/server)/', pathNot: '^server-kit/src/observability/openTelemetry\\.ts$' },
      to: { path: 'node_modules/@opentelemetry/' },
    },
    {
      name: 'telemetry-behind-one-door',
      severity: 'error',
      from: { path: '^(server-kit|api|host/server)/' },
      to: { path: '^server-kit/src/observability/openTelemetry\\.ts$', dependencyTypesNot: ['dynamic-import'] },
    },
    {
      name: 'plots-at-federation-only',
      severity: 'error',
      comment:
        'Chart and layout libraries draw on the server, for the page at /federation (decision 0038); no shopper loads a byte of them.',
      from: { pathNot: '^host/server/federation/|node_modules/' },
      to: { path: 'node_modules/@(visx|dagrejs)/' },
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
      comment: 'Commands do what the API does, from another side.',
      from: { path: '^api/operator/' },
      to: { path: '^(host|federation|mfe-[^/]+|shared/(?!src/contracts/))/?' },
    },
    {
      name: 'content-imports-contracts-and-content',
      severity: 'error',
      comment:
        'What the API syncs (content) and data for load tests (seeds). Product pictures are encoded as those of a bundle.',
      from: { path: '^api/(content|seeds)/' },
      to: { path: '^(host|federation/(?!build/pictures/)|mfe-[^/]+|shared/(?!src/(contracts|content)/))/?' },
    },
    {
      name: 'remote-never-remote',
      severity: 'error',
      comment: 'Teams meet in shared contracts, not in each other.',
      from: { path: '^(mfe-[^/]+)/' },
      to: { path: `${remotes}/`, pathNot: '^$1/' },
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
      comment: 'A remote knows its build, not how it is loaded.',
      from: { path: `${remotes}/src/` },
      to: { path: '^federation/' },
    },
    {
      name: 'host-never-remote',
      severity: 'error',
      comment: 'The host meets remotes at run time only.',
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
      comment: 'What loads remotes knows neither how they are built nor how they are released.',
      from: { path: '^federation/runtime/', pathNot: '\\.test\\.ts$' },
      to: { path: '^federation/(?!runtime/)' },
    },
    {
      name: 'build-imports-no-registry',
      severity: 'error',
      comment: 'The registry takes what the build makes, and its command line starts builds; never the other way.',
      from: { path: '^federation/build/' },
      to: { path: '^federation/registry/' },
    },
    {
      name: 'trial-imports-shared-only',
      severity: 'error',
      comment: 'What tries a release knows no host, no API and no remote: it is bundled, and runs where neither is.',
      from: { path: '^federation/registry/trial/' },
      to: {
        path: '^(host|api|mfe-[^/]+|federation/(?!registry/trial/|runtime/server/watchGlobals|runtime/sharedDependencies))/?',
      },
    },
    {
      name: 'no-tests-in-product',
      severity: 'error',
      from: { pathNot: '\\.test\\.tsx?$|^shared/src/testing/|/src/testing/' },
      to: { path: '\\.test\\.tsx?$|^shared/src/testing/(?!emptyModule|pictureModule)' },
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
    exclude: { path: '(^|/)(dist|\\.data|\\.cache)/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.js', '.cjs', '.mjs', '.json', '.css'],
    },
  },
};
