import type { Client } from '../../../client/client'
import { flagValue } from '../../state/argv'
import type { Place } from '../../state/place'
import { fromDataUrl, toDataUrl } from '../../state/data-url'
import { isStatus } from '../../../client/status-error'
import type { Target } from '../../../client/targets'
import { encodePeople, parsePeople, type PersonRow } from './token-rows'

/** Authorization modes of the example. */
export const EXAMPLE_MODES = 'Node,RBAC'
/** Users of the example, as rows of a token file. */
export const EXAMPLE_PEOPLE: readonly PersonRow[] = [
  { token: 'alice-in-wonderland', name: 'alice', uid: '1001', groups: ['developers'] },
  { token: 'bob-the-builder', name: 'bob', uid: '1002', groups: ['auditors'] },
]

/** The token file with the example's users added. */
export function peopleFlag(argv: readonly string[]): string {
  const now = parsePeople(fromDataUrl(flagValue(argv, 'token-auth-file') ?? '') ?? '')
  const others = now.filter(({ name }) => EXAMPLE_PEOPLE.every((person) => person.name !== name))
  return toDataUrl(encodePeople([...others, ...EXAMPLE_PEOPLE]), 'text/csv')
}

const RBAC = 'rbac.authorization.orch.io'
const OBJECTS: readonly { target: Target; object: unknown }[] = [
  ['developers', 'edit'],
  ['auditors', 'view'],
].map(([group, role]) => ({
  target: { group: RBAC, version: 'v1', resource: 'rolebindings', namespace: 'default' },
  object: {
    apiVersion: `${RBAC}/v1`,
    kind: 'RoleBinding',
    metadata: { name: `${group}-${role}` },
    subjects: [{ kind: 'Group', name: group, apiGroup: RBAC }],
    roleRef: { kind: 'ClusterRole', name: role, apiGroup: RBAC },
  },
}))

/** Grants the two example users their different rights; leaves existing objects unchanged. */
export async function loadExample(client: Client): Promise<void> {
  for (const { target, object } of OBJECTS) {
    try {
      await client.create(target, object)
    } catch (error) {
      if (!isStatus(error, 'AlreadyExists')) throw error
    }
  }
}

/** The page that compares two users of the example. */
export const exampleCompare: Place = {
  to: '/identity/compare',
  search: {
    left: 'token:alice',
    right: 'token:bob',
    method: 'POST',
    path: '/api/v1/namespaces/default/configmaps',
    body: JSON.stringify({ metadata: { name: 'greeting' }, data: { text: 'good morning' } }, null, 2),
    go: '1',
  },
}
