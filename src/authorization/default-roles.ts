import { existsAt } from '../api/releases/ledger'
import { parseFeatureGates } from '../api/releases/feature-gates'
import type { Feature } from '../api/releases/gates'
import { clone, equal } from '../machinery/json'
import type { LabelSelectorObject } from '../machinery/labels'
import type { ApiObject } from '../machinery/object'
import { KIND_FACTS } from '../api/generated/kinds/facts'
import table from './default-roles.json'
import { missingRights } from './coverage'
import { LATER_CONTROLLERS } from './later-controllers'
import { READ, rule } from './role-rules'
import { type PolicyRule, RBAC_GROUP, type RoleRef, type Subject } from './policy'
import { changedRules, ROLE_CHANGES } from './role-changes'
import { type RoleChange, roleSpanHolds } from './role-span'

interface DefaultRow {
  readonly kind: 'Role' | 'ClusterRole' | 'RoleBinding' | 'ClusterRoleBinding'
  readonly name: string
  readonly namespace?: string
  readonly labels?: Readonly<Record<string, string>>
  readonly aggregationRule?: { readonly clusterRoleSelectors: readonly LabelSelectorObject[] }
  readonly rules?: readonly DefaultRule[]
  readonly roleRef?: RoleRef
  readonly subjects?: readonly Subject[]
}

/** A rule, or one whose resources are the kinds that declare this `part`. */
type DefaultRule = PolicyRule & { readonly part?: string }

/** Fills in the resources of a rule from the kinds that declare its part. */
function filled({ part, ...one }: DefaultRule): PolicyRule {
  if (part === undefined) return one
  const resources = KIND_FACTS.flatMap(({ roles = [] }) => roles)
    .filter((row) => row.part === part && one.apiGroups?.includes(row.group) === true)
    .flatMap((row) => row.resources)
  return { ...one, resources: resources.sort() }
}
const rows = (table as readonly DefaultRow[]).map((row) => (row.rules ? { ...row, rules: row.rules.map(filled) } : row))

const LABELS = { 'orch.io/bootstrapping': 'rbac-defaults' }
const AUTOUPDATE = 'rbac.authorization.orch.io/autoupdate'

/** Roles that were added after 1.15 and before 1.20, with their bindings. */
const SINCE: Readonly<Record<string, number>> = {
  'system:controller:endpointslice-controller': 17,
  'system:certificates.orch.io:orch-apiserver-client-approver': 18,
  'system:certificates.orch.io:orch-apiserver-client-orchlet-approver': 18,
  'system:certificates.orch.io:kubelet-serving-approver': 18,
  'system:certificates.orch.io:legacy-unknown-approver': 18,
  'system:service-account-issuer-discovery': 18,
  'system:controller:endpointslicemirroring-controller': 19,
  'system:controller:root-ca-cert-publisher': 20,
  'system:monitoring': 20,
}

const roleNameOf = (row: DefaultRow): string => row.roleRef?.name ?? row.name

/** A role with a binding of the same name. */
const bound = (name: string, rules: readonly PolicyRule[], subject: Subject): DefaultRow[] => [
  { kind: 'ClusterRole', name, rules },
  {
    kind: 'ClusterRoleBinding',
    name,
    roleRef: { apiGroup: RBAC_GROUP, kind: 'ClusterRole', name },
    subjects: [subject],
  },
]

/** Every service account may read the cluster trust bundles, in releases that have them. */
const TRUST_BUNDLES = [
  'system:cluster-trust-bundle-discovery',
  [rule(READ, 'certificates.orch.io', 'clustertrustbundles')],
  { kind: 'Group', apiGroup: RBAC_GROUP, name: 'system:serviceaccounts' },
] as const satisfies Parameters<typeof bound>

function rowsOf(release: number, feature: Feature): DefaultRow[] {
  const later = LATER_CONTROLLERS.filter((row) => roleSpanHolds(row, release, feature)).flatMap(({ name, rules }) =>
    bound(`system:controller:${name}`, rules, { kind: 'ServiceAccount', name, namespace: 'orch-system' }),
  )
  const bundles = feature('ClusterTrustBundle') ? bound(...TRUST_BUNDLES) : []
  return [...rows.filter((row) => existsAt({ since: SINCE[roleNameOf(row)] ?? 0 }, release)), ...later, ...bundles]
}

/** The default feature gates of a release. */
const defaultFeatures = (release: number): Feature => parseFeatureGates([], release).enabled

/**
 * The default roles and bindings of a release (25 for 1.25), as objects to create. Some depend on a feature gate; without `feature` the
 * release's defaults apply.
 */
export const defaultRbacObjects = (release: number, feature?: Feature): ApiObject[] => objectsOf(release, feature)

/** The rows that apply to the release. */
function objectsOf(
  release: number,
  feature: Feature = defaultFeatures(release),
  wanted: (row: DefaultRow) => boolean = () => true,
): ApiObject[] {
  const changesOf = new Map<string, RoleChange[]>()
  for (const change of ROLE_CHANGES)
    if (roleSpanHolds(change, release, feature))
      changesOf.set(change.role, [...(changesOf.get(change.role) ?? []), change])
  return rowsOf(release, feature)
    .filter(wanted)
    .map(({ kind, name, namespace, labels, rules, subjects, ...rest }) => {
      const changes = changesOf.get(name) ?? []
      const binds = subjects && [...subjects, ...changes.flatMap((change) => change.subjects ?? [])]
      return clone({
        apiVersion: `${RBAC_GROUP}/v1`,
        kind,
        metadata: {
          name,
          ...(namespace && { namespace }),
          labels: { ...LABELS, ...labels },
          annotations: { [AUTOUPDATE]: 'true' },
        },
        ...rest,
        ...(binds && { subjects: binds }),
        // Aggregated roles have no rules of their own, not even an empty list.
        ...((kind === 'Role' || kind === 'ClusterRole') &&
          !rest.aggregationRule && { rules: changes.reduce(changedRules, [...(rules ?? [])]) }),
      })
    })
}

/** The rules that the Node authorizer grants every node; the same as in `system:node`. */
export const nodeRules = (release: number, feature?: Feature): readonly PolicyRule[] =>
  (objectsOf(release, feature, ({ kind, name }) => kind === 'ClusterRole' && name === 'system:node')[0]?.['rules'] ??
    []) as PolicyRule[]

/** What brings a stored default role or binding up to date. */
export type Reconciliation =
  | { readonly action: 'none' }
  | { readonly action: 'create' | 'update' | 'recreate'; readonly object: ApiObject }

/** Adds missing labels and annotations, and never changes existing ones. */
function withMetadata(existing: ApiObject, expected: ApiObject): ApiObject {
  const labels = { ...expected.metadata.labels, ...existing.metadata.labels }
  const annotations = { ...expected.metadata.annotations, ...existing.metadata.annotations }
  return { ...clone(existing), metadata: { ...clone(existing.metadata), labels, annotations } }
}

const itemsOf = <T>(object: ApiObject, field: string): T[] =>
  Array.isArray(object[field]) ? (object[field] as T[]) : []

/**
 * How to reconcile one default role or binding: missing rules, selectors and subjects are restored, additions are kept. Objects whose
 * autoupdate annotation is `false` are left alone.
 */
export function reconcileDefault(existing: ApiObject | undefined, expected: ApiObject): Reconciliation {
  if (!existing) return { action: 'create', object: expected }
  if (existing.metadata.annotations?.[AUTOUPDATE] === 'false') return { action: 'none' }
  const object = withMetadata(existing, expected)
  if (expected['roleRef'] !== undefined) {
    if (!equal(existing['roleRef'], expected['roleRef'])) return { action: 'recreate', object: expected }
    const subjects = itemsOf<Subject>(existing, 'subjects')
    const missing = itemsOf<Subject>(expected, 'subjects').filter(
      (subject) => !subjects.some((known) => equal(known, subject)),
    )
    if (missing.length > 0) object['subjects'] = [...subjects, ...missing]
  } else {
    const rules = itemsOf<PolicyRule>(existing, 'rules')
    const missing = missingRights(rules, itemsOf<PolicyRule>(expected, 'rules'))
    if (missing.length > 0) object['rules'] = [...rules, ...missing]
    const selectors = selectorsOf(existing)
    const missingSelectors = selectorsOf(expected).filter(
      (selector) => !selectors.some((known) => equal(known, selector)),
    )
    if (missingSelectors.length > 0)
      object['aggregationRule'] = { clusterRoleSelectors: [...selectors, ...missingSelectors] }
  }
  return equal(object, existing) ? { action: 'none' } : { action: 'update', object }
}

const selectorsOf = (role: ApiObject): LabelSelectorObject[] => {
  const aggregation = role['aggregationRule'] as { clusterRoleSelectors?: LabelSelectorObject[] } | null | undefined
  return aggregation?.clusterRoleSelectors ?? []
}
