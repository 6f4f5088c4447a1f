import type * as networking from 'kt126/networking/v1'
import { invalid, notSupported, required } from '../../../../machinery/field-error'
import { goNil, GoText } from '../../../../machinery/go-values'
import { parseIp } from '../../../../machinery/ip'
import type { ApiObject } from '../../../../machinery/object'
import type { KindBehaviour } from '../../../kind'
import type { KindContext } from '../../../kind-context'
import { NONE } from '../../meta/columns'
import type { Draft } from '../../meta/draft'
import { asDraft } from '../../meta/draft'
import type { Errors } from '../../meta/rules'
import { subdomain, wildcardSubdomain } from '../../meta/rules'
import { AGE, tableOf } from '../../meta/table-columns'
import { behaves } from '../../../releases/ledger'
import { validateLoadBalancers } from '../../shared/load-balancers'
import type { BackendNames } from './ingress-backend'
import { BETA_NAMES, NAMES, validateBackend } from './ingress-backend'

const read = (object: ApiObject): Draft<networking.Ingress> => asDraft<networking.Ingress>(object)
const PATH_TYPES = ['Exact', 'ImplementationSpecific', 'Prefix']
const FORBIDDEN_IN_PATH = ['//', '/./', '/../', '%2f', '%2F']
const FORBIDDEN_AT_END = ['/..', '/.']
const CLASS_ANNOTATION = 'orch.io/ingress.class'
const SHOWN_HOSTS = 3

const host = (name: string, field: string, errors: Errors): void =>
  name.includes('*') ? wildcardSubdomain(name, field, errors) : subdomain(name, field, errors)

function validatePath(
  given: Draft<networking.HTTPIngressPath>,
  names: BackendNames,
  field: string,
  errors: Errors,
): void {
  const { path = '', pathType } = given
  const wrong = (why: string) => errors.push(invalid(`${field}.path`, path, why))
  if (pathType === undefined) return void errors.push(required(`${field}.pathType`, 'pathType must be specified'))
  if (pathType === 'Exact' || pathType === 'Prefix') {
    if (!path.startsWith('/')) wrong('must be an absolute path')
    for (const part of FORBIDDEN_IN_PATH) if (path.includes(part)) wrong(`must not contain '${part}'`)
    for (const part of FORBIDDEN_AT_END) if (path.endsWith(part)) wrong(`cannot end with '${part}'`)
  } else if (pathType === 'ImplementationSpecific') {
    if (path && !path.startsWith('/')) wrong('must be an absolute path')
  } else errors.push(notSupported(`${field}.pathType`, pathType, PATH_TYPES))
  validateBackend(given.backend ?? {}, names, `${field}.backend`, errors)
}

/** Checks that beta versions lack; on update, objects that already fail them are tolerated. */
interface Leniency {
  readonly secretNames: boolean
  readonly wildcardPaths: boolean
}

const RULES = '[]networking.IngressRule'

const isWildcard = (rule: Draft<networking.IngressRule>): boolean => rule.host?.includes('*') === true

function validateRuleValue(rule: Draft<networking.IngressRule>, names: BackendNames, at: string, errors: Errors): void {
  if (!rule.http) return
  const paths = rule.http.paths ?? []
  if (paths.length === 0) errors.push(required(`${at}.http.paths`))
  for (const [j, path] of paths.entries()) validatePath(path, names, `${at}.http.paths[${j}]`, errors)
}

function leniencyOf(version: string, old: ApiObject | undefined): Leniency {
  if (version === 'v1beta1') return { secretNames: true, wildcardPaths: true }
  const { tls = [], rules = [] } = (old && read(old).spec) ?? {}
  const found = (look: (errors: Errors) => void): boolean => {
    const errors: Errors = []
    look(errors)
    return errors.length > 0
  }
  return {
    secretNames: tls.some(({ secretName }) => secretName && found((errors) => subdomain(secretName, '', errors))),
    wildcardPaths: rules.some(
      (rule) => isWildcard(rule) && found((errors) => validateRuleValue(rule, NAMES, '', errors)),
    ),
  }
}

function validate(object: ApiObject, { version }: KindContext, old?: ApiObject): Errors {
  const { spec = {} } = read(object)
  const lenient = leniencyOf(version, old)
  // Beta versions have other field names.
  const names = version === 'v1beta1' ? BETA_NAMES : NAMES
  const rules = spec.rules ?? []
  const errors: Errors = []
  if (rules.length === 0 && !spec.defaultBackend)
    errors.push(
      invalid(
        'spec',
        spec.rules ? new GoText(`${RULES}{}`, []) : goNil(RULES),
        `either \`${names.whole}\` or \`rules\` must be specified`,
      ),
    )
  if (spec.defaultBackend) validateBackend(spec.defaultBackend, names, `spec.${names.whole}`, errors)
  for (const [i, rule] of rules.entries()) {
    const at = `spec.rules[${i}]`
    if (rule.host) {
      if (parseIp(rule.host)) errors.push(invalid(`${at}.host`, rule.host, 'must be a DNS name, not an IP address'))
      host(rule.host, `${at}.host`, errors)
    }
    if (!isWildcard(rule) || !lenient.wildcardPaths) validateRuleValue(rule, names, at, errors)
  }
  for (const [i, { hosts = [], secretName }] of (spec.tls ?? []).entries()) {
    for (const [j, name] of hosts.entries()) host(name, `spec.tls[${i}].hosts[${j}]`, errors)
    if (secretName && !lenient.secretNames) subdomain(secretName, `spec.tls[${i}].secretName`, errors)
  }
  if (spec.ingressClassName !== undefined) subdomain(spec.ingressClassName, 'spec.ingressClassName', errors)
  return errors
}

function twoClasses(object: ApiObject, release: number): Errors {
  const annotation = object.metadata.annotations?.[CLASS_ANNOTATION]
  const field = read(object).spec?.ingressClassName
  const mayAgree = behaves('ingress-classes-may-agree', release)
  if (annotation === undefined || field === undefined || (mayAgree && annotation === field)) return []
  const why = mayAgree
    ? 'must match `ingressClassName` when both are specified'
    : 'can not be set when the class field is also set'
  return [invalid(`annotations.${CLASS_ANNOTATION}`, annotation, why)]
}

function hostsText(rules: readonly Draft<networking.IngressRule>[]): string {
  const hosts = [...new Set(rules.map((rule) => rule.host ?? '').filter(Boolean))]
  if (hosts.length === 0) return '*'
  const shown = hosts.slice(0, SHOWN_HOSTS).join(',')
  return hosts.length > SHOWN_HOSTS ? `${shown} + ${hosts.length - SHOWN_HOSTS} more...` : shown
}

/** Routes external requests by host and path. */
export const ingress: KindBehaviour = {
  group: 'networking.orch.io',
  resource: 'ingresses',
  kind: 'Ingress',
  olderErrorGroup: 'extensions',
  defaults(object) {
    const draft = read(object)
    draft.spec ??= {}
    draft.status ??= {}
    draft.status.loadBalancer ??= {}
  },
  prepareForCreate(object) {
    object['status'] = { loadBalancer: {} }
  },
  validate: (object, context) => [...validate(object, context), ...twoClasses(object, context.release)],
  validatesOnce: true,
  validateUpdate: (object, old, context) => validate(object, context, old),
  addresses: [{ at: 'status.loadBalancer.ingress[].ip', form: 'address' }],
  warnings: ({ metadata }, { release }, old) =>
    !old &&
    metadata.annotations?.[CLASS_ANNOTATION] !== undefined &&
    behaves('ingress-class-annotation-warning', release)
      ? [`annotation "${CLASS_ANNOTATION}" is deprecated, please use 'spec.ingressClassName' instead`]
      : [],
  hasStatus: true,
  subresources: { status: { validateUpdate: validateLoadBalancers } },
  ...tableOf(
    (object) => {
      const { spec = {}, status = {} } = read(object)
      const balancers = status.loadBalancer?.ingress ?? []
      return { spec, balancers }
    },
    ['Class', 'string', ({ spec }) => spec.ingressClassName ?? NONE],
    ['Hosts', 'string', ({ spec }) => hostsText(spec.rules ?? [])],
    [
      'Address',
      'string',
      ({ balancers }) =>
        [...new Set(balancers.map(({ ip, hostname }) => ip || hostname || ''))].filter(Boolean).sort().join(','),
    ],
    ['Ports', 'string', ({ spec }) => ((spec.tls ?? []).length > 0 ? '80, 443' : '80')],
    AGE,
  ),
}
