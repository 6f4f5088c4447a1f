import type * as flowcontrol from 'kt126/flowcontrol/v1beta3'
import { forbidden, invalid, notSupported, required } from '../../../../machinery/field-error'
import { GoStruct } from '../../../../machinery/go-values'
import { dns1123Label } from '../../../../machinery/names'
import type { Draft } from '../../meta/draft'
import type { Errors } from '../../meta/rules'
import { label, subdomain } from '../../meta/rules'

type Rules = Draft<flowcontrol.PolicyRulesWithSubjects>
const HIGHEST_PRECEDENCE = 10_000
const VERBS = ['create', 'delete', 'deletecollection', 'get', 'list', 'patch', 'proxy', 'update', 'watch']
const METHODS = ['ByNamespace', 'ByUser']
/** The member that details a subject of each kind. */
const SUBJECTS = { Group: 'group', ServiceAccount: 'serviceAccount', User: 'user' } as const
type SubjectKind = keyof typeof SUBJECTS

/** Errors of a flow schema (resource API, flow control; worded like a real server's). */
export function validateFlowSchema({ metadata, spec = {} }: Draft<flowcontrol.FlowSchema>): Errors {
  const errors: Errors = []
  const precedence = spec.matchingPrecedence ?? 0
  const at = 'spec.matchingPrecedence'
  if (precedence <= 0) errors.push(invalid(at, precedence, 'must be a positive value'))
  if (precedence > HIGHEST_PRECEDENCE)
    errors.push(invalid(at, precedence, `must not be greater than ${HIGHEST_PRECEDENCE}`))
  if (precedence === 1 && metadata?.name !== 'exempt')
    errors.push(invalid(at, precedence, "only the schema named 'exempt' may have matchingPrecedence 1"))
  const method = spec.distinguisherMethod
  if (method && !METHODS.includes(method.type ?? '')) {
    const value = new GoStruct('flowcontrol.FlowDistinguisherMethod', { Type: method.type ?? '' })
    errors.push(notSupported('spec.distinguisherMethod.type', value, METHODS))
  }
  const level = spec.priorityLevelConfiguration?.name ?? ''
  if (level === '') errors.push(required('spec.priorityLevelConfiguration.name', 'must reference a priority level'))
  else subdomain(level, 'spec.priorityLevelConfiguration.name', errors)
  for (const [i, rules] of (spec.rules ?? []).entries()) validateRules(rules, `spec.rules[${i}]`, errors)
  return errors
}

function validateRules(rules: Rules, field: string, errors: Errors): void {
  const { subjects = [], resourceRules = [], nonResourceRules = [] } = rules
  if (subjects.length === 0) errors.push(required(`${field}.subjects`, 'subjects must contain at least one value'))
  for (const [i, subject] of subjects.entries()) validateSubject(subject, `${field}.subjects[${i}]`, errors)
  if (resourceRules.length === 0 && nonResourceRules.length === 0)
    errors.push(required(field, 'at least one of resourceRules and nonResourceRules has to be non-empty'))
  for (const [i, rule] of resourceRules.entries()) validateResourceRule(rule, `${field}.resourceRules[${i}]`, errors)
  for (const [i, rule] of nonResourceRules.entries()) validatePathRule(rule, `${field}.nonResourceRules[${i}]`, errors)
}

function validateSubject(subject: Draft<flowcontrol.Subject>, field: string, errors: Errors): void {
  const kinds = Object.keys(SUBJECTS) as SubjectKind[]
  const kind = kinds.find((one) => one === subject.kind)
  if (!kind) return void errors.push(notSupported(`${field}.kind`, subject.kind ?? '', kinds))
  const member = SUBJECTS[kind]
  const part = subject[member]
  if (!part) errors.push(required(`${field}.${member}`, `${member} is required when subject kind is '${kind}'`))
  else if (!part.name) errors.push(required(`${field}.${member}.name`))
  else if (kind === 'ServiceAccount' && part.name !== '*') subdomain(part.name, `${field}.${member}.name`, errors)
  const account = kind === 'ServiceAccount' ? subject.serviceAccount : undefined
  if (account?.namespace) label(account.namespace, `${field}.serviceAccount.namespace`, errors)
  else if (account)
    errors.push(required(`${field}.serviceAccount.namespace`, 'must specify namespace for service account'))
  for (const other of ['ServiceAccount', 'User', 'Group'] as const) {
    const name = SUBJECTS[other]
    if (other !== kind && subject[name])
      errors.push(forbidden(`${field}.${name}`, `${name} is forbidden when subject kind is not '${other}'`))
  }
}

/** Validates a non-empty list in which \`*\` must be the only item. @returns whether its items need validation */
function validateList(
  list: readonly string[],
  field: string,
  { empty, others }: { readonly empty: string; readonly others: string },
  errors: Errors,
): boolean {
  const all = list.includes('*')
  if (list.length === 0) errors.push(required(field, empty))
  else if (all && list.length > 1)
    errors.push(invalid(field, list, `if '*' is present, must not specify other ${others}`))
  return list.length > 0 && !all
}

function validateVerbs(verbs: readonly string[] = [], field: string, errors: Errors): void {
  const words = { empty: 'verbs must contain at least one value', others: 'verbs' }
  if (validateList(verbs, field, words, errors) && verbs.some((verb) => !VERBS.includes(verb)))
    errors.push(notSupported(field, verbs, VERBS))
}

function validateResourceRule(rule: Draft<flowcontrol.ResourcePolicyRule>, field: string, errors: Errors): void {
  const { apiGroups = [], resources = [], namespaces = [], clusterScope = false } = rule
  const empty = (what: string): string => `resource rules must supply at least one ${what}`
  validateVerbs(rule.verbs, `${field}.verbs`, errors)
  validateList(apiGroups, `${field}.apiGroups`, { empty: empty('api group'), others: 'api groups' }, errors)
  validateList(resources, `${field}.resources`, { empty: empty('resource'), others: 'resources' }, errors)
  if (namespaces.length === 0 && clusterScope) return
  const none = 'resource rules that are not cluster scoped must supply at least one namespace'
  if (!validateList(namespaces, `${field}.namespaces`, { empty: none, others: 'namespaces' }, errors)) return
  for (const [i, namespace] of namespaces.entries())
    for (const problem of dns1123Label(namespace))
      errors.push(
        invalid(
          `${field}.namespaces[${i}]`,
          namespace,
          `each member of this list must be '*' or a DNS-1123 label; ${problem}`,
        ),
      )
}

function validatePathRule(rule: Draft<flowcontrol.NonResourcePolicyRule>, field: string, errors: Errors): void {
  const { nonResourceURLs: paths = [] } = rule
  validateVerbs(rule.verbs, `${field}.verbs`, errors)
  const words = { empty: 'nonResourceURLs must contain at least one value', others: 'non-resource URLs' }
  if (!validateList(paths, `${field}.nonResourceURLs`, words, errors)) return
  for (const [i, path] of paths.entries()) {
    const problem = pathProblem(path)
    if (problem !== undefined) errors.push(invalid(`${field}.nonResourceURLs[${i}]`, path, problem))
  }
}

/** Error of a non-resource path; undefined if it is valid. */
function pathProblem(path: string): string | undefined {
  if (path === '') return 'must not be empty'
  if (path === '/') return undefined
  if (!path.startsWith('/')) return 'must start with slash'
  if (path.includes(' ')) return 'must not contain white-space'
  if (path.includes('//')) return 'must not contain double slash'
  const star = path.indexOf('*')
  return star < 0 || (star === path.length - 1 && path.endsWith('/*'))
    ? undefined
    : 'wildcard can only do suffix matching'
}
