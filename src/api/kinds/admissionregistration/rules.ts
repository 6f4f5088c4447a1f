import type * as admission from 'kt126/admissionregistration/v1'
import { invalid, notSupported, required } from '../../../machinery/field-error'
import { goStrings } from '../../../machinery/go-quote'
import { GoText } from '../../../machinery/go-values'
import type { Draft } from '../meta/draft'
import type { Errors } from '../meta/rules'
import { label1035 } from '../meta/rules'

/** A rule of a webhook, which may be incomplete. */
export type Rule = Draft<admission.RuleWithOperations> & { resources?: string[]; scope?: string }

const OPERATIONS = ['*', 'CONNECT', 'CREATE', 'DELETE', 'UPDATE']
const SCOPES = ['*', 'Cluster', 'Namespaced']

/** `*` must be the only item. */
function alone(list: readonly string[], field: string, what: string, errors: Errors, type = 'string'): void {
  if (list.length > 1 && list.includes('*'))
    errors.push(
      invalid(
        field,
        new GoText(`[]${type}{${goStrings(list)}}`, list),
        `if '*' is present, must not specify other ${what}`,
      ),
    )
}

function validateResources(resources: readonly string[], field: string, errors: Errors): void {
  if (resources.length === 0) return void errors.push(required(field))
  const wholes = new Set<string>()
  const subresources = new Set<string>()
  for (const [i, text] of resources.entries()) {
    const at = `${field}[${i}]`
    if (text === '') {
      errors.push(required(at))
      continue
    }
    const [resource = '', ...rest] = text.split('/')
    if (rest.length === 0) continue
    const subresource = rest.join('/')
    if (wholes.has(resource)) errors.push(invalid(at, text, `if '${resource}/*' is present, must not specify ${text}`))
    if (subresources.has(subresource))
      errors.push(invalid(at, text, `if '*/${subresource}' is present, must not specify ${text}`))
    if (subresource === '*') wholes.add(resource)
    if (resource === '*') subresources.add(subresource)
  }
  if (resources.length > 1 && resources.includes('*/*'))
    errors.push(invalid(field, resources, "if '*/*' is present, must not specify other resources"))
  // The last resource without subresource decides: a `*` may follow others.
  const last = resources.filter((text) => text !== '' && !text.includes('/')).at(-1)
  if (resources.includes('*') && last !== '*')
    errors.push(invalid(field, resources, "if '*' is present, must not specify other resources without subresources"))
}

/** Validates a webhook rule. */
export function validateRule(rule: Rule, field: string, errors: Errors): void {
  const { operations = [], apiGroups = [], apiVersions = [], resources = [], scope } = rule
  if (operations.length === 0) errors.push(required(`${field}.operations`))
  alone(operations, `${field}.operations`, 'operations', errors, 'admissionregistration.OperationType')
  for (const [i, operation] of operations.entries())
    if (!OPERATIONS.includes(operation)) errors.push(notSupported(`${field}.operations[${i}]`, operation, OPERATIONS))
  if (apiGroups.length === 0) errors.push(required(`${field}.apiGroups`))
  alone(apiGroups, `${field}.apiGroups`, 'API groups', errors)
  if (apiVersions.length === 0) errors.push(required(`${field}.apiVersions`))
  alone(apiVersions, `${field}.apiVersions`, 'API versions', errors)
  for (const [i, version] of apiVersions.entries())
    if (version === '') errors.push(required(`${field}.apiVersions[${i}]`))
  validateResources(resources, `${field}.resources`, errors)
  if (scope !== undefined && !SCOPES.includes(scope)) errors.push(notSupported(`${field}.scope`, scope, SCOPES))
}

/** Whether a webhook accepts a version of AdmissionReview that servers send. */
export const knowsReview = (versions: readonly string[] = []): boolean =>
  versions.includes('v1') || versions.includes('v1beta1')

/** Validates reviewVersions: at least one must be supported. */
export function validateReviewVersions(
  versions: readonly string[],
  known: boolean,
  field: string,
  errors: Errors,
): void {
  if (versions.length === 0) return void errors.push(required(field, 'must specify one of v1, v1beta1'))
  const seen = new Set<string>()
  for (const [i, version] of versions.entries()) {
    const at = `${field}[${i}]`
    if (seen.has(version)) errors.push(invalid(at, version, 'duplicate version'))
    else label1035(version, at, errors)
    seen.add(version)
  }
  if (known && !knowsReview(versions)) errors.push(invalid(field, versions, 'must include at least one of v1, v1beta1'))
}
