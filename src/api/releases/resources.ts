/**
 * Every built-in resource with the releases of each version (resource API, "Versioning", removal table; the rest as recorded from 1.20 and
 * 1.26). The rows are in the kinds' folders.
 */
import { KIND_FACTS } from '../generated/kinds/facts'
import { existsAt } from './ledger'
import type { ResourceRow } from './rows'

/** Order of groups in /apis; others come last. */
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

/** All resources of all releases, in the order of discovery. */
export const RESOURCES: readonly ResourceRow[] = KIND_FACTS.flatMap(({ rows }) => rows).sort(
  (a, b) => placeOf(a) - placeOf(b) || (text(a) < text(b) ? -1 : 1),
)

/** Preference order of versions, for groups that deviate from stable, beta, alpha with the newest first. */
export const VERSION_ORDER: Readonly<Record<string, readonly string[]>> = {
  autoscaling: ['v2', 'v1', 'v2beta1', 'v2beta2'],
}

/** Versions that became preferred in the release that introduced them, as recorded; all others wait one release. */
export const PREFERRED_AT_ONCE: ReadonlySet<string> = new Set(['node.orch.io/v1'])

/** Versions without resources that can be enabled: their objects are only sent to webhooks. */
export const WEBHOOK_VERSIONS: ReadonlySet<string> = new Set(['imagepolicy.orch.io/v1alpha1'])

/** Whether a release has a version of a resource, enabled or not. */
export const hasVersion = (group: string, resource: string, version: string, release: number): boolean =>
  RESOURCES.some((row) => {
    const span = row.group === group && row.resource === resource ? row.versions[version] : undefined
    return span !== undefined && existsAt(span, release)
  })
