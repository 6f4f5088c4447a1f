// How long decisions among 10,000 bindings take: node tools/bench/rbac.mjs
// Exits with 1 if a limit is exceeded. Each number is the median over batches.
import { pathToFileURL } from 'node:url'
import { importBundled } from '../bundle.mjs'

const BINDINGS = 10_000
const OWN = 10
const SUBJECTS = 50
const RESOURCES = 60
const VERBS = ['get', 'list', 'watch', 'create', 'update', 'patch', 'delete', 'deletecollection']

const rule = (i) => ({
  verbs: ['get', VERBS[i % 8]],
  apiGroups: [`group-${i % 5}`],
  resources: [`kind-${i % RESOURCES}`],
})
const role = (i) => ({ kind: 'ClusterRole', metadata: { name: `role-${i}` }, rules: [0, 1, 2].map((k) => rule(i + k)) })
const binding = (i) => ({
  kind: 'ClusterRoleBinding',
  metadata: { name: `binding-${i}` },
  roleRef: { kind: 'ClusterRole', name: `role-${i % 200}` },
  subjects: [{ kind: 'User', name: `user-${Math.floor(i / OWN)}` }],
})
const user = (i) => ({ name: `user-${i}`, groups: ['system:authenticated'] })

/** Median milliseconds of one of `count` calls. */
function median(batches, count, work) {
  const times = Array.from({ length: batches }, () => {
    const start = performance.now()
    for (let i = 0; i < count; i++) work(i)
    return (performance.now() - start) / count
  })
  return times.sort((a, b) => a - b)[Math.floor(batches / 2)]
}

/** Times of the cases: { name, milliseconds, limit }. */
export async function measure() {
  const { matrix, PolicyIndex, policyOf, RbacAuthorizer } = await importBundled('tools/bench/rules-parts.ts')
  const policy = policyOf({
    roles: [],
    roleBindings: [],
    clusterRoles: Array.from({ length: 200 }, (_, i) => role(i)),
    clusterRoleBindings: Array.from({ length: BINDINGS }, (_, i) => binding(i)),
  })
  const authorizer = new RbacAuthorizer(PolicyIndex.of(policy))
  const question = (i) => ({
    user: user(i % (BINDINGS / OWN)),
    verb: VERBS[i % 8],
    isResourceRequest: true,
    apiGroup: `group-${i % 5}`,
    apiVersion: 'v1',
    resource: `kind-${i % RESOURCES}`,
    subresource: '',
    namespace: '',
    name: '',
    path: '',
  })
  const all = {
    subjects: Array.from({ length: SUBJECTS }, (_, i) => user(i)),
    resources: Array.from({ length: RESOURCES }, (_, i) => ({ group: `group-${i % 5}`, resource: `kind-${i}` })),
    verbs: VERBS,
    namespace: '',
  }
  return [
    {
      name: `a decision for a subject with ${OWN} of ${BINDINGS} bindings`,
      limit: 0.02,
      milliseconds: median(40, 1000, (i) => authorizer.authorize(question(i))),
    },
    {
      name: `a matrix of ${SUBJECTS} × ${RESOURCES} × ${VERBS.length}, its index included`,
      limit: 200,
      milliseconds: median(7, 1, () => matrix(PolicyIndex.of(policy), all)),
    },
  ]
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const results = await measure()
  for (const { name, limit, milliseconds } of results)
    console.log(`${milliseconds.toFixed(4).padStart(9)} ms  (limit ${limit})  ${name}`)
  process.exitCode = results.some(({ milliseconds, limit }) => milliseconds > limit) ? 1 : 0
}
