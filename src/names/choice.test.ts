import { afterAll, beforeAll, expect, test } from 'vitest'
import { startAdminsCluster, type TestCluster } from '../testing/cluster'
import { parseAuditPolicy } from '../audit/policy'
import { wrongNames } from './choice'
import { namesFault } from './flag'
import { translate } from './dictionary'
import { ALL_NAMES, type Names } from './sets'
import { SPOKEN } from './spoken'

const OTHER: Names = ALL_NAMES.find((names) => names !== SPOKEN) ?? SPOKEN
/** What a client says that speaks the other names. */
const foreign = (own: string) => translate(own, OTHER)
const RBAC = 'rbac.authorization.orch.io'

let cluster: TestCluster
beforeAll(async () => {
  cluster = await startAdminsCluster('1.25')
})
afterAll(() => cluster.stop())

const ROLE = { kind: 'Role', metadata: { name: 'r' }, rules: [] }
test.each<
  [what: string, method: string, path: string, body: object | undefined, headers: Record<string, string>, code: number]
>([
  ['a group', 'GET', `/apis/${foreign(RBAC)}/v1/clusterroles`, undefined, {}, 404],
  ['discovery of a group', 'GET', `/apis/${foreign(RBAC)}/v1`, undefined, {}, 404],
  ['a media type', 'GET', '/api/v1/pods', undefined, { accept: foreign('application/vnd.orch.protobuf') }, 406],
  [
    'the type of a body',
    'POST',
    '/api/v1/namespaces',
    {},
    { 'content-type': foreign('application/vnd.orch.protobuf') },
    415,
  ],
  [
    'the version of a body',
    'POST',
    `/apis/${RBAC}/v1/namespaces/default/roles`,
    { ...ROLE, apiVersion: `${foreign(RBAC)}/v1` },
    {},
    400,
  ],
])('%s of the other names is refused with the way out', async (_, method, path, body, headers, code) => {
  const response = await cluster.send(method, path, body, headers)
  expect(response.status).toBe(code)
  const { message } = (await response.json()) as { message: string }
  expect(message).toContain(`this server speaks the names "${SPOKEN}"`)
  expect(message).toContain(`--names ${OTHER}`)
  expect(message).toContain(`?names=${OTHER}`)
})

test('what has no word of the other names gets no hint', () => {
  expect(wrongNames('apps/v1', null, undefined, `${RBAC}/v1`, 'orchard')).toBeUndefined()
})

test.each([
  [SPOKEN, undefined],
  [OTHER, `this program speaks the names ${SPOKEN}`],
  ['neither', 'must be'],
])('--names %s', (value, fault) => {
  const found = namesFault(value)
  if (fault === undefined) expect(found).toBeUndefined()
  else expect(found).toContain(fault)
})

test('configuration in the other names is refused with the way out', () => {
  const policy = { apiVersion: 'audit.orch.io/v1', kind: 'Policy', rules: [{ level: 'Metadata' }] }
  expect(() => parseAuditPolicy(foreign(JSON.stringify(policy)), 25)).toThrow(`--names ${OTHER}`)
})
