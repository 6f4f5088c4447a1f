import type * as core from 'kt126/core/v1'
import { invalid, required } from '../../../../machinery/field-error'
import { goNil, GoText, goText } from '../../../../machinery/go-values'
import { equal } from '../../../../machinery/json'
import type { ApiObject } from '../../../../machinery/object'
import type { KindBehaviour } from '../../../kind'
import type { KindContext } from '../../../kind-context'
import { existsAt } from '../../../releases/ledger'
import type { Draft } from '../../meta/draft'
import { asDraft } from '../../meta/draft'
import type { Errors } from '../../meta/rules'
import { qualifiedName } from '../../meta/rules'
import { ageColumn, tableOf } from '../../meta/table-columns'
import { roundQuantities } from '../../shared/serialized-quantity'
import { isHugePages, validateAmount } from '../../shared/resources'

type Spec = Draft<core.ResourceQuotaSpec>
const read = (object: ApiObject): Draft<core.ResourceQuota> => asDraft<core.ResourceQuota>(object)

const COMPUTE = ['cpu', 'memory', 'requests.cpu', 'requests.memory', 'limits.cpu', 'limits.memory']
const STANDARD = new Set([
  ...COMPUTE,
  'ephemeral-storage',
  'requests.ephemeral-storage',
  'limits.ephemeral-storage',
  'pods',
  'resourcequotas',
  'services',
  'replicationcontrollers',
  'secrets',
  'persistentvolumeclaims',
  'configmaps',
  'services.nodeports',
  'services.loadbalancers',
  'requests.storage',
])
const isStandard = (name: string): boolean =>
  STANDARD.has(name) || isHugePages(name) || name.startsWith('requests.hugepages-')

const OF_PODS = new Set(['pods', ...COMPUTE])
/** Resources that each scope supports. */
const SCOPES: Readonly<Record<string, ReadonlySet<string>>> = {
  BestEffort: new Set(['pods']),
  NotBestEffort: OF_PODS,
  Terminating: OF_PODS,
  NotTerminating: OF_PODS,
  PriorityClass: OF_PODS,
  CrossNamespacePodAffinity: OF_PODS,
}
/** Releases that introduced a scope; the others always existed. */
const LATER_SCOPES: Readonly<Record<string, number>> = { CrossNamespacePodAffinity: 21 }
const CONFLICTS = [
  ['BestEffort', 'NotBestEffort'],
  ['Terminating', 'NotTerminating'],
] as const

function resourceName(name: string, field: string, errors: Errors): void {
  const before = errors.length
  qualifiedName(name, field, errors)
  if (name.includes('/') || isStandard(name)) return
  // A malformed name is reported as such, and also as not a quota resource.
  if (errors.length === before && name !== 'storage')
    errors.push(invalid(field, name, 'must be a standard resource type or fully qualified'))
  errors.push(invalid(field, name, 'must be a standard resource for quota'))
}

function amounts(list: Readonly<Record<string, string>> | undefined, field: string, errors: Errors): void {
  for (const name in list) {
    resourceName(name, `${field}[${name}]`, errors)
    validateAmount(name, list[name] ?? '0', `${field}[${name}]`, errors)
  }
}

function scope(
  name: string,
  spec: Spec,
  field: string,
  list: string,
  whole: unknown,
  release: number,
  errors: Errors,
): void {
  const about = existsAt({ since: LATER_SCOPES[name] ?? 0 }, release) ? SCOPES[name] : undefined
  if (!about) return void errors.push(invalid(field, whole, 'unsupported scope'))
  for (const resource in spec.hard)
    if (isStandard(resource) && !about.has(resource))
      errors.push(invalid(list, whole, 'unsupported scope applied to resource'))
}

const SCOPES_TYPE = '[]core.ResourceQuotaScope'
const goScopes = (scopes: readonly string[] | undefined): GoText =>
  scopes ? new GoText(`${SCOPES_TYPE}{${scopes.map(goText).join(', ')}}`, scopes) : goNil(SCOPES_TYPE)

function conflicts(names: readonly string[], field: string, whole: unknown, errors: Errors): void {
  if (CONFLICTS.some((pair) => pair.every((name) => names.includes(name))))
    errors.push(invalid(field, whole, 'conflicting scopes'))
}

/** The scopes that only test existence, as the error lists them. */
function existenceOnly(release: number): string {
  const scopes = ['Terminating', 'NotTerminating', 'BestEffort', 'NotBestEffort'].map(
    (scope) => `ResourceQuotaScope${scope}`,
  )
  if (!existsAt({ since: LATER_SCOPES['CrossNamespacePodAffinity'] ?? 0 }, release))
    return `must be 'Exist' only operator when scope is any of ${scopes.slice(0, 3).join(', ')} and ${scopes[3]}`
  return `must be 'Exist' when scope is any of ${scopes.join(', ')} or ResourceQuotaScopeCrossNamespacePodAffinity`
}

const EXISTENCE_ONLY = ['BestEffort', 'NotBestEffort', 'Terminating', 'NotTerminating', 'CrossNamespacePodAffinity']

function scopeSelector(spec: Spec, release: number, errors: Errors): void {
  const expressions = spec.scopeSelector?.matchExpressions ?? []
  const field = 'spec.scopeSelector.matchExpressions'
  for (const { scopeName = '', operator = '', values = [] } of expressions) {
    scope(scopeName, spec, `${field}.scopeName`, field, scopeName, release, errors)
    if (EXISTENCE_ONLY.includes(scopeName) && operator !== 'Exists')
      errors.push(invalid(`${field}.operator`, operator, existenceOnly(release)))
    if (operator === 'In' || operator === 'NotIn') {
      if (values.length === 0)
        errors.push(
          required(
            `${field}.values`,
            "must be at least one value when `operator` is 'In' or 'NotIn' for scope selector",
          ),
        )
    } else if (operator === 'Exists' || operator === 'DoesNotExist') {
      if (values.length > 0)
        errors.push(
          invalid(
            `${field}.values`,
            values,
            "must be no value when `operator` is 'Exist' or 'DoesNotExist' for scope selector",
          ),
        )
    } else errors.push(invalid(`${field}.operator`, operator, 'not a valid selector operator'))
  }
  conflicts(
    expressions.map(({ scopeName = '' }) => scopeName),
    field,
    goScopes(spec.scopes),
    errors,
  )
}

function validate(object: ApiObject, { release }: Pick<KindContext, 'release'>): Errors {
  const { spec = {} } = read(object)
  const errors: Errors = []
  amounts(spec.hard, 'spec.hard', errors)
  const scopes = spec.scopes ?? []
  const shown = goScopes(scopes)
  for (const name of scopes) scope(name, spec, 'spec.scopes', 'spec.scopes', shown, release, errors)
  conflicts(scopes, 'spec.scopes', shown, errors)
  if (spec.scopeSelector) scopeSelector(spec, release, errors)
  return errors
}

/** `name: used/hard` for the resources whose name passes. */
function usage({ hard = {}, used = {} }: Draft<core.ResourceQuotaStatus>, limits: boolean): string {
  return Object.keys(hard)
    .filter((name) => name.startsWith('limits') === limits)
    .sort()
    .map((name) => `${name}: ${used[name] ?? '0'}/${hard[name] ?? '0'}`)
    .join(', ')
}

/** Limits total resource usage in a namespace. */
export const resourceQuota: KindBehaviour = {
  group: '',
  resource: 'resourcequotas',
  kind: 'ResourceQuota',
  repeatsObjectErrors: true,
  defaults(object) {
    const draft = read(object)
    draft.spec ??= {}
    draft.status ??= {}
    for (const list of [draft.spec.hard, draft.status.hard, draft.status.used]) roundQuantities(list)
  },
  prepareForCreate(object) {
    object['status'] = {}
  },
  validate,
  validateUpdate(object, old) {
    const sorted = (scopes: readonly string[] | undefined) => [...new Set(scopes)].sort()
    const { spec = {} } = read(object)
    return equal(sorted(spec.scopes), sorted(read(old).spec?.scopes))
      ? []
      : [invalid('spec.scopes', goScopes(spec.scopes), 'field is immutable')]
  },
  hasStatus: true,
  generation: false,
  subresources: {
    status: {
      validateUpdate(object) {
        const { status = {} } = read(object)
        const errors: Errors = []
        amounts(status.hard, 'status.hard', errors)
        amounts(status.used, 'status.used', errors)
        return errors
      },
    },
  },
  deleteReturnsObject: true,
  ...tableOf(
    read,
    ageColumn({ removed: 33 }),
    ['Request', 'string', ({ status = {} }) => usage(status, false)],
    ['Limit', 'string', ({ status = {} }) => usage(status, true)],
    ageColumn({ since: 33 }),
  ),
}
