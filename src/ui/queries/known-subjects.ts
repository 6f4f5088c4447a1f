import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { Client } from '../../client/client'
import { serviceAccountUser } from '../../authorization/policy'
import { isObject } from '../../machinery/json'
import type { ApiObject } from '../../machinery/object'
import { useSystemClient } from '../state/connection'
import { pathOf } from '../../client/targets'
import { useChanges } from './changes'

/** Names to act as: people first, system names last. */
export interface KnownSubjects {
  readonly users: readonly string[]
  readonly groups: readonly string[]
}

const NONE: KnownSubjects = { users: [], groups: [] }
const RBAC = { group: 'rbac.authorization.orch.io', version: 'v1' }

const isSystem = (name: string): boolean => name.startsWith('system:')
const sorted = (names: ReadonlySet<string>): string[] =>
  [...names].sort((a, b) => Number(isSystem(a)) - Number(isSystem(b)) || (a < b ? -1 : 1))

/** Users and groups named in bindings, and service accounts by their user names. */
export function subjectsOf(bindings: readonly ApiObject[], accounts: readonly ApiObject[]): KnownSubjects {
  const [users, groups] = [new Set<string>(), new Set<string>()]
  for (const binding of bindings)
    for (const subject of Array.isArray(binding['subjects']) ? (binding['subjects'] as unknown[]) : []) {
      if (!isObject(subject) || typeof subject['name'] !== 'string') continue
      if (subject['kind'] === 'User') users.add(subject['name'])
      if (subject['kind'] === 'Group') groups.add(subject['name'])
    }
  for (const { metadata } of accounts) users.add(serviceAccountUser(metadata.namespace ?? '', metadata.name ?? ''))
  return { users: sorted(users), groups: sorted(groups) }
}

async function readSubjects(client: Client, signal: AbortSignal): Promise<KnownSubjects> {
  const list = async (group: string, version: string, resource: string): Promise<readonly ApiObject[]> => {
    const { items } = await client.json<{ items?: ApiObject[] }>(
      'GET',
      pathOf({ group, version, resource }),
      undefined,
      { signal },
    )
    return items ?? []
  }
  const [bindings, clusterBindings, accounts] = await Promise.all([
    list(RBAC.group, RBAC.version, 'rolebindings'),
    list(RBAC.group, RBAC.version, 'clusterrolebindings'),
    list('', 'v1', 'serviceaccounts'),
  ])
  return subjectsOf([...bindings, ...clusterBindings], accounts)
}

const NAMING: ReadonlySet<string> = new Set(['rolebindings', 'clusterrolebindings', 'serviceaccounts', 'namespaces'])
const KEY = ['known-subjects']

/** The names known to the cluster, read again when a relevant object was written; empty until the first reading. */
export function useKnownSubjects(): KnownSubjects {
  const client = useSystemClient()
  const queries = useQueryClient()
  useChanges((changes) => {
    if (changes.some(({ resource }) => NAMING.has(resource))) void queries.invalidateQueries({ queryKey: KEY })
  })
  return useQuery({ queryKey: KEY, queryFn: ({ signal }) => readSubjects(client, signal) }).data ?? NONE
}
