import { RBAC_GROUP, RBAC_RESOURCES, splitServiceAccountUser, type Subject } from '../../../authorization/policy'
import type { Client } from '../../../client/client'
import type { ApiObject } from '../../../machinery/object'
import { isStatus } from '../../../client/status-error'
import type { Target } from '../../../client/targets'
import type { RefusedRequest } from './asked'
import { type Bundle, ruleOf } from './bundles'

const API_VERSION = `${RBAC_GROUP}/v1`

/** The RBAC subject for a user name. */
export function subjectOfUser(user: string): Subject {
  const account = splitServiceAccountUser(user)
  return account ? { kind: 'ServiceAccount', ...account } : { kind: 'User', apiGroup: RBAC_GROUP, name: user }
}

/** Makes a valid object name from words. */
const nameOf = (...words: readonly string[]): string =>
  words
    .join('-')
    .toLowerCase()
    .replace(/[^a-z0-9.]+/g, '-')
    .replace(/^[^a-z0-9]+|[^a-z0-9]+$/g, '')
    .slice(0, 60) || 'grant'

/** The role and binding that grant a bundle to the refused user, in the request's namespace or cluster-wide. */
export function grantObjects(
  asked: RefusedRequest,
  bundle: Bundle,
  suffix = '',
): readonly [role: ApiObject, binding: ApiObject] {
  const { namespace, user } = asked
  const account = splitServiceAccountUser(user)
  const what = asked.isResourceRequest ? asked.resource : asked.path
  const does = bundle.id === 'request' ? asked.verb : bundle.id
  const base = `${nameOf(account?.name ?? user, does, what, ...(bundle.named ? [asked.name] : []))}${suffix}`
  const metadata = { name: base, ...(namespace && { namespace }) }
  const kind = namespace ? 'Role' : 'ClusterRole'
  return [
    { apiVersion: API_VERSION, kind, metadata, rules: [ruleOf(bundle, asked)] },
    {
      apiVersion: API_VERSION,
      kind: namespace ? 'RoleBinding' : 'ClusterRoleBinding',
      metadata,
      roleRef: { apiGroup: RBAC_GROUP, kind, name: base },
      subjects: [subjectOfUser(user)],
    },
  ]
}

const targetOf = ({ kind, metadata }: ApiObject): Target => ({
  group: RBAC_GROUP,
  version: 'v1',
  resource: RBAC_RESOURCES[kind as keyof typeof RBAC_RESOURCES].resource,
  ...(metadata.namespace && { namespace: metadata.namespace }),
})

/** Deletes what a grant created, the binding first; missing objects are no error. */
export async function revokeGrant(client: Client, objects: readonly ApiObject[]): Promise<void> {
  for (const object of [...objects].reverse())
    try {
      await client.delete(targetOf(object), object.metadata.name ?? '')
    } catch (error) {
      if (!isStatus(error, 'NotFound')) throw error
    }
}

const TRIES = 20

/**
 * Creates a bundle's role and binding under an unused name. Resolves to the created objects; rejects with the server's
 * refusal, leaving nothing behind.
 */
export async function grant(client: Client, asked: RefusedRequest, bundle: Bundle): Promise<readonly ApiObject[]> {
  for (let i = 1; ; i++) {
    const objects = grantObjects(asked, bundle, i === 1 ? '' : `-${i}`)
    const created: ApiObject[] = []
    try {
      for (const object of objects) {
        await client.create(targetOf(object), object)
        created.push(object)
      }
      return created
    } catch (error) {
      await revokeGrant(client, created)
      if (!isStatus(error, 'AlreadyExists') || i === TRIES) throw error
    }
  }
}
