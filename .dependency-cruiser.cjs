// Imports go down only: the rooms of src/ in one table, each with the rooms it may use.
const ROOMS = {
  machinery: [],
  store: ['machinery'],
  'managed-fields': ['api', 'machinery'],
  api: ['pki', 'machinery'],
  pki: ['machinery'],
  authentication: ['pki', 'transport/connection', 'machinery', 'admission/plugin', 'api'],
  authorization: ['machinery', 'admission/plugin', 'api'],
  audit: ['machinery', 'admission/plugin', 'api'],
  registry: ['managed-fields', 'api', 'store', 'machinery'],
  admission: ['authorization', 'pki', 'api', 'machinery'],
  server: ['client', 'registry', 'admission', 'authentication', 'authorization', 'audit', 'pki', 'managed-fields', 'api', 'store', 'machinery', 'transport/connection'],
  client: ['machinery'],
  controllers: ['client', 'pki', 'api', 'machinery', 'transport/connection', 'authorization', 'authentication'],
  transport: ['machinery'],
  outside: ['machinery', 'admission/plugin', 'transport'],
  orchctl: ['client', 'api', 'machinery'],
  scenarios: ['client', 'api', 'machinery'],
  ui: ['client', 'transport', 'api', 'machinery', 'scenarios', 'orchctl', 'outside', 'managed-fields', 'authorization', 'server/trace', 'server/control', 'server/request-info', 'flags', 'pki'],
}
const rooms = Object.entries(ROOMS)
module.exports = {
  forbidden: [
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } } },
    ...rooms.map(([room, below]) => ({
      name: `${room}-imports-down`,
      severity: 'error',
      from: { path: `^src/${room}/`, pathNot: '\\.test\\.tsx?$' },
      to: { path: '^src/', pathNot: [`^src/(${[room, ...below].join('|')})(/|\\.|$)`] },
    })),
    { name: 'indexeddb-in-one-file', severity: 'error', from: { path: '^src', pathNot: '^src/(store/indexeddb|.*\\.test)' }, to: { path: '^(idb|fake-indexeddb)' } },
    { name: 'control-plane-without-react', severity: 'error', from: { path: '^src/(machinery|api|managed-fields|store|registry|admission|authentication|authorization|audit|pki|server|controllers|client)/' }, to: { path: 'node_modules/(react|@mantine|zustand|monaco)' } },
    { name: 'filters-import-no-filter', severity: 'error', from: { path: '^src/server/filters/', pathNot: '\\.test\\.' }, to: { path: '^src/server/filters/' } },
  ],
  options: { doNotFollow: { path: 'node_modules' }, tsConfig: { fileName: 'tsconfig.json' }, tsPreCompilationDeps: true, enhancedResolveOptions: { extensions: ['.ts', '.tsx', '.mjs', '.js'] } },
}
