// Imports go down only: the rooms of src/ in one table, each with the rooms it may use. Names are everybody's.
const ROOMS = {
  names: ['machinery'],
  machinery: [],
  store: ['machinery'],
  // A medium with everything that a page's control plane keeps in it.
  storage: ['store', 'pki', 'machinery'],
  // A folder of a machine as what a headless server keeps things in.
  folder: ['store', 'pki', 'machinery'],
  // etcd as what several headless servers share.
  etcd: ['store', 'pki', 'machinery', 'folder/key-records'],
  'managed-fields': ['api', 'machinery'],
  expressions: ['machinery'],
  api: ['expressions', 'pki', 'machinery'],
  pki: ['machinery'],
  authentication: ['expressions', 'pki', 'transport/connection', 'machinery', 'api'],
  authorization: ['expressions', 'machinery', 'api'],
  'access-analysis': ['authorization', 'machinery', 'api'],
  audit: ['machinery', 'api'],
  registry: ['managed-fields', 'api', 'store', 'machinery'],
  admission: ['expressions', 'authorization', 'pki', 'api', 'machinery'],
  server: [
    'client',
    'registry',
    'admission',
    'authentication',
    'authorization',
    'audit',
    'pki',
    'managed-fields',
    'api',
    'store',
    'machinery',
    'transport/connection',
  ],
  client: ['machinery'],
  // The table of controllers names those of the scheduler and of life cycles, which are written with the same kit.
  controllers: [
    'client',
    'pki',
    'api',
    'machinery',
    'transport/connection',
    'authorization',
    'authentication',
    'scheduler',
    'life',
  ],
  scheduler: ['controllers', 'client', 'api', 'machinery'],
  life: [
    'controllers',
    'client',
    'api',
    'machinery',
    'authorization',
    'scheduler/snapshot',
    'scheduler/node-selection',
  ],
  transport: ['machinery'],
  outside: ['machinery', 'transport'],
  orchctl: ['client', 'api', 'machinery'],
  links: [
    'transport/address-flags',
    'transport/plane-address',
    'transport/page-protocol',
    'flags',
    'page-flags',
    'machinery',
  ],
  // Scenarios: a cluster's state as data, lessons with checks. The interface and the tests play them.
  scenarios: ['client', 'machinery', 'server/request-info', 'server/trace'],
  // What somebody else's program may import; names of it are stable.
  library: ['control-plane', 'client', 'storage', 'store', 'pki', 'machinery', 'server/unavailable', 'transport'],
  ui: [
    'client',
    'links',
    'transport',
    'api',
    'machinery',
    'orchctl',
    'outside',
    'managed-fields',
    'authorization',
    'access-analysis',
    'scenarios',
    'server/trace',
    'server/control',
    'server/request-info',
    'flags',
    'page-flags',
    'parse-flags',
    'audit/policy',
    'pki',
  ],
}
/** The rooms of the interface, lowest first: each may use those before it. */
const UI_ROOMS = ['state', 'queries', 'components', 'features', 'shell']
/** Tests and what only tests use. */
const TEST_CODE = '(\\.(test|testing)\\.tsx?$|^src/testing/)'
const rooms = Object.entries(ROOMS)
module.exports = {
  forbidden: [
    {
      name: 'no-cycles',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['dynamic-import'] } },
    },
    ...rooms.map(([room, below]) => ({
      name: `${room}-imports-down`,
      severity: 'error',
      from: { path: `^src/${room}/`, pathNot: TEST_CODE },
      to: { path: '^src/', pathNot: [`^src/(${[room, 'names', ...below].join('|')})(/|\\.|$)`] },
    })),
    ...UI_ROOMS.map((room, at) => ({
      name: `ui-${room}-imports-down`,
      severity: 'error',
      from: { path: `^src/ui/${room}/`, pathNot: TEST_CODE },
      to: { path: '^src/ui/', pathNot: [`^src/ui/(${UI_ROOMS.slice(0, at + 1).join('|')})/`] },
    })),
    {
      name: 'features-import-no-other-feature',
      severity: 'error',
      from: { path: '^src/ui/features/([^/]+)/' },
      to: { path: '^src/ui/features/[^/]+/', pathNot: '^src/ui/features/$1/' },
    },
    {
      name: 'production-imports-no-test-code',
      severity: 'error',
      from: { path: '^src/', pathNot: TEST_CODE },
      to: { path: TEST_CODE },
    },
    {
      name: 'indexeddb-in-one-file',
      severity: 'error',
      from: { path: '^src', pathNot: '^src/(store/indexeddb|.*\\.test)' },
      to: { path: '^(idb|fake-indexeddb)' },
    },
    {
      name: 'binaries-in-one-room',
      severity: 'error',
      from: { path: '^src', pathNot: '^src/folder/' },
      to: { path: 'node_modules/classic-level' },
    },
    {
      name: 'grpc-in-one-room',
      severity: 'error',
      from: { path: '^src', pathNot: '^src/etcd/' },
      to: { path: 'node_modules/@grpc' },
    },
    {
      name: 'control-plane-without-react',
      severity: 'error',
      from: {
        path: '^src/(control-plane|machinery|expressions|api|managed-fields|store|registry|admission|authentication|authorization|access-analysis|audit|pki|server|controllers|scheduler|life|client)/',
      },
      to: { path: 'node_modules/(react|@mantine|zustand|monaco)' },
    },
    {
      name: 'wire-and-observation-know-no-handler',
      severity: 'error',
      from: { path: '^src/server/(wire|observation)/', pathNot: TEST_CODE },
      to: { path: '^src/server/(filters|handlers|endpoints|state)/' },
    },
    {
      name: 'filters-import-no-filter',
      severity: 'error',
      from: { path: '^src/server/filters/', pathNot: '\\.test\\.' },
      to: { path: '^src/server/filters/' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: { extensions: ['.ts', '.tsx', '.mjs', '.js'] },
  },
}
