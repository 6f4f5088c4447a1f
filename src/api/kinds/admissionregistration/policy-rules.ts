import { invalid, required } from '../../../machinery/field-error'
import { dns1035Label, dns1123Subdomain } from '../../../machinery/names'
import type { ApiObject } from '../../../machinery/object'
import { type ParamKind, type PolicySpec, policySpecOf } from '../../policies/policy'
import { type Errors, oneOf } from '../meta/rules'
import { defaultMatchResources, validateMatchResources } from './match-resources'
import { validateMatchConditions } from './policy-expressions'

type Draft<T> = { -readonly [K in keyof T]: T[K] }

/** Validates a policy's paramKind. */
export function validateParamKind({ apiVersion = '', kind = '' }: ParamKind, field: string, errors: Errors): void {
  const parts = apiVersion.split('/')
  const [version = '', group = ''] = [...parts].reverse()
  if (apiVersion === '') errors.push(required(`${field}.apiVersion`))
  else if (parts.length > 2)
    errors.push(invalid(`${field}.apiVersion`, apiVersion, `unexpected GroupVersion string: ${apiVersion}`))
  else {
    const wrongGroup = group === '' ? [] : dns1123Subdomain(group)
    if (wrongGroup.length > 0) errors.push(invalid(`${field}.apiVersion`, group, wrongGroup.join(',')))
    const wrong = version === '' ? ['version must be specified'] : dns1035Label(version)
    if (wrong.length > 0) errors.push(invalid(`${field}.apiVersion`, version || apiVersion, wrong.join(',')))
  }
  if (kind === '') return void errors.push(required(`${field}.kind`))
  const wrong = dns1035Label(kind.toLowerCase())
  if (wrong.length > 0)
    errors.push(invalid(`${field}.kind`, kind, `may have mixed case, but should otherwise match: ${wrong.join(',')}`))
}

/** Validates what mutating and validating policies have in common. */
export function validatePolicy(spec: PolicySpec, release: number, errors: Errors): void {
  if (spec.failurePolicy === undefined) errors.push(required('spec.failurePolicy'))
  else oneOf(spec.failurePolicy, ['Fail', 'Ignore'], 'spec.failurePolicy', errors)
  if (spec.paramKind) validateParamKind(spec.paramKind, 'spec.paramKind', errors)
  if (!spec.matchConstraints) errors.push(required('spec.matchConstraints'))
  else {
    validateMatchResources(spec.matchConstraints, 'spec.matchConstraints', errors)
    if (!spec.matchConstraints.resourceRules?.length) errors.push(required('spec.matchConstraints.resourceRules'))
  }
  const conditions = { release, hasParams: spec.paramKind !== undefined, field: 'spec.matchConditions' }
  validateMatchConditions(spec.matchConditions ?? [], conditions, errors)
}

/** Defaults of an admission policy. */
export function defaultPolicy(object: ApiObject): void {
  const spec = policySpecOf(object) as Draft<PolicySpec>
  spec.failurePolicy ??= 'Fail'
  defaultMatchResources(spec.matchConstraints)
}

/** Table column of both types of policy. */
export const PARAM_KIND = [
  'ParamKind',
  'string',
  ({ paramKind }: PolicySpec) => (paramKind ? `${paramKind.apiVersion ?? ''}/${paramKind.kind ?? ''}` : '<unset>'),
] as const
