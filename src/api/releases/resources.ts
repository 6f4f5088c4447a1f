/**
 * Every built-in resource with the releases that serve each of its versions (resource API, "Versioning", removal table;
 * the rest as recorded of releases 1.20 and 1.26). The rows stand in the folders of their kinds.
 */
import { KIND_FACTS } from '../generated/kinds/facts'
import { existsAt } from './ledger'
import type { ResourceRow } from './rows'

/** Groups in the order in which /apis lists them; any other comes after them. */
const GROUP_ORDER = [
  '',
  'apiregistration.orch.io',
  'apps',
  'events.orch.io',
  'authentication.orch.io',
  'authorization.orch.io',
  'autoscaling',
  'batch',
  'certificates.orch.io',
  'networking.orch.io',
  'extensions',
  'policy',
  'rbac.authorization.orch.io',
  'storage.orch.io',
  'admissionregistration.orch.io',
  'apiextensions.orch.io',
  'scheduling.orch.io',
  'coordination.orch.io',
  'node.orch.io',
  'discovery.orch.io',
  'resource.orch.io',
  'flowcontrol.apiserver.orch.io',
  'internal.apiserver.orch.io',
  'storagemigration.orch.io',
]

const placeOf = ({ group }: ResourceRow): number => {
  const at = GROUP_ORDER.indexOf(group)
  return at < 0 ? GROUP_ORDER.length : at
}
const text = ({ group, resource }: ResourceRow): string => `${group}/${resource}`

export const RESOURCES: readonly ResourceRow[] = KIND_FACTS.flatMap(({ rows }) => rows).sort(
  (a, b) => placeOf(a) - placeOf(b) || (text(a) < text(b) ? -1 : 1),
)

/** Versions of a group in the order of preference where it is not stable, beta, alpha with the newest first. */
export const VERSION_ORDER: Readonly<Record<string, readonly string[]>> = {
  autoscaling: ['v2', 'v1', 'v2beta1', 'v2beta2'],
}

/** Versions that were preferred in the very release that brought them, as recorded; all others wait a release. */
export const PREFERRED_AT_ONCE: ReadonlySet<string> = new Set(['node.orch.io/v1'])

/** Versions without resources that a server can be told to accept: their objects are sent to webhooks only. */
export const WEBHOOK_VERSIONS: ReadonlySet<string> = new Set(['imagepolicy.orch.io/v1alpha1'])

/** Whether a release has a version of a resource, enabled or not. */
export const hasVersion = (group: string, resource: string, version: string, release: number): boolean =>
  RESOURCES.some((row) => {
    const span = row.group === group && row.resource === resource ? row.versions[version] : undefined
    return span !== undefined && existsAt(span, release)
  })
