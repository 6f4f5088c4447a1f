import type * as flowcontrol from 'kt126/flowcontrol/v1beta3'
import { forbidden, invalid, notSupported, required } from '../../../../machinery/field-error'
import type { ApiObject } from '../../../../machinery/object'
import type { KindBehaviour } from '../../../kind'
import { NONE } from '../../meta/columns'
import type { Draft } from '../../meta/draft'
import { asDraft } from '../../meta/draft'
import type { Errors } from '../../meta/rules'
import { label, oneOf, subdomain } from '../../meta/rules'
import { AGE, tableOf } from '../../meta/table-columns'
import { completeConditions } from '../../shared/workloads'
import { validateMandatoryUnchanged } from '../mandatory'

type Rules = Draft<flowcontrol.PolicyRulesWithSubjects>
const read = (object: ApiObject): Draft<flowcontrol.FlowSchema> => asDraft<flowcontrol.FlowSchema>(object)
const precedenceOf = (object: ApiObject): number => read(object).spec?.matchingPrecedence ?? 0
const HIGHEST_PRECEDENCE = 10_000
const VERBS = ['*', 'create', 'delete', 'deletecollection', 'get', 'list', 'patch', 'proxy', 'update', 'watch']

/** A list of names that must not be empty; `*` stands for all and so stands alone. */
function names(list: readonly string[] | undefined, field: string, errors: Errors): void {
  if (!list || list.length === 0) errors.push(required(field))
  else if (list.length > 1 && list.includes('*'))
    errors.push(invalid(field, list, "if '*' is present, must not specify other items"))
}

function verbs(list: readonly string[] | undefined, field: string, errors: Errors): void {
  names(list, field, errors)
  if ((list ?? []).some((verb) => !VERBS.includes(verb))) errors.push(notSupported(field, list, VERBS))
}

function validateSubject(subject: Draft<flowcontrol.Subject>, field: string, errors: Errors): void {
  oneOf(subject.kind, ['Group', 'ServiceAccount', 'User'], `${field}.kind`, errors)
  const parts = { ServiceAccount: 'serviceAccount', User: 'user', Group: 'group' } as const
  for (const [kind, member] of Object.entries(parts) as [keyof typeof parts, 'serviceAccount' | 'user' | 'group'][]) {
    const part = subject[member]
    if (subject.kind === kind && !part)
      errors.push(required(`${field}.${member}`, `is required when subject kind is '${kind}'`))
    else if (subject.kind !== kind && part)
      errors.push(forbidden(`${field}.${member}`, `is forbidden when subject kind is not '${kind}'`))
    else if (part && !part.name) errors.push(required(`${field}.${member}.name`))
  }
  const account = subject.serviceAccount
  if (!account) return
  if (account.name && account.name !== '*') subdomain(account.name, `${field}.serviceAccount.name`, errors)
  if (!account.namespace)
    errors.push(required(`${field}.serviceAccount.namespace`, 'must specify namespace for service account'))
  else label(account.namespace, `${field}.serviceAccount.namespace`, errors)
}

function validateRules(rules: Rules, field: string, errors: Errors): void {
  const { subjects = [], resourceRules = [], nonResourceRules = [] } = rules
  if (subjects.length === 0) errors.push(required(`${field}.subjects`, 'subjects must contain at least one value'))
  for (const [i, subject] of subjects.entries()) validateSubject(subject, `${field}.subjects[${i}]`, errors)
  if (resourceRules.length === 0 && nonResourceRules.length === 0)
    errors.push(required(field, 'at least one of resourceRules and nonResourceRules has to be non-empty'))
  for (const [i, rule] of resourceRules.entries()) {
    const at = `${field}.resourceRules[${i}]`
    verbs(rule.verbs, `${at}.verbs`, errors)
    names(rule.apiGroups, `${at}.apiGroups`, errors)
    names(rule.resources, `${at}.resources`, errors)
    if ((rule.namespaces ?? []).length === 0 && !rule.clusterScope)
      errors.push(
        required(`${at}.namespaces`, 'resource rules that are not cluster scoped must supply at least one namespace'),
      )
    for (const [j, namespace] of (rule.namespaces ?? []).entries()) {
      if (namespace !== '*') label(namespace, `${at}.namespaces[${j}]`, errors)
      else if ((rule.namespaces ?? []).length > 1)
        errors.push(invalid(`${at}.namespaces[${j}]`, rule.namespaces, "'*' must be the only entry"))
    }
  }
  for (const [i, rule] of nonResourceRules.entries()) {
    const at = `${field}.nonResourceRules[${i}]`
    verbs(rule.verbs, `${at}.verbs`, errors)
    names(rule.nonResourceURLs, `${at}.nonResourceURLs`, errors)
    for (const [j, path] of (rule.nonResourceURLs ?? []).entries()) {
      const star = path.indexOf('*')
      const wrong =
        path !== '*' &&
        (!path.startsWith('/') ||
          path.includes(' ') ||
          path.includes('//') ||
          (star >= 0 && (star !== path.length - 1 || !path.endsWith('/*'))))
      if (wrong) errors.push(invalid(`${at}.nonResourceURLs[${j}]`, path, "must start with '/', and may end with '/*'"))
    }
  }
}

/** Which requests go to which level of priority. */
export const flowSchema: KindBehaviour = {
  group: 'flowcontrol.apiserver.orch.io',
  resource: 'flowschemas',
  kind: 'FlowSchema',
  metadataLooks: [0, 1],
  defaults(object) {
    const draft = read(object)
    draft.spec ??= {}
    draft.spec.matchingPrecedence ||= 1000
    draft.status ??= {}
    completeConditions(draft.status.conditions)
  },
  prepareForCreate(object) {
    object['status'] = {}
  },
  validate(object) {
    const { spec = {} } = read(object)
    const errors: Errors = []
    const precedence = spec.matchingPrecedence ?? 0
    if (precedence <= 0 || precedence > HIGHEST_PRECEDENCE)
      errors.push(invalid('spec.matchingPrecedence', precedence, `must be between 1 and ${HIGHEST_PRECEDENCE}`))
    if (precedence === 1 && object.metadata.name !== 'exempt')
      errors.push(
        invalid('spec.matchingPrecedence', precedence, "only the schema named 'exempt' may have matchingPrecedence 1"),
      )
    if (spec.distinguisherMethod)
      oneOf(spec.distinguisherMethod.type, ['ByNamespace', 'ByUser'], 'spec.distinguisherMethod', errors)
    const level = spec.priorityLevelConfiguration?.name ?? ''
    if (level === '') errors.push(required('spec.priorityLevelConfiguration.name', 'must reference a priority level'))
    else subdomain(level, 'spec.priorityLevelConfiguration.name', errors)
    for (const [i, rules] of (spec.rules ?? []).entries()) validateRules(rules, `spec.rules[${i}]`, errors)
    return errors
  },
  validateUpdate: validateMandatoryUnchanged,
  hasStatus: true,
  subresources: { status: {} },
  // As requests are matched: the first schema that fits decides.
  rowOrder: (left, right) => precedenceOf(left) - precedenceOf(right),
  ...tableOf(
    (object) => {
      const { spec = {}, status = {} } = read(object)
      const dangling = (status.conditions ?? []).find(({ type }) => type === 'Dangling')
      return { spec, dangling }
    },
    ['PriorityLevel', 'string', ({ spec }) => spec.priorityLevelConfiguration?.name ?? ''],
    ['MatchingPrecedence', 'string', ({ spec }) => String(spec.matchingPrecedence ?? 0)],
    ['DistinguisherMethod', 'string', ({ spec }) => spec.distinguisherMethod?.type ?? NONE],
    AGE,
    ['MissingPL', 'string', ({ dangling }) => dangling?.status ?? '?'],
  ),
}
