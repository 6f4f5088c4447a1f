import { invalid, required } from '../../../../machinery/field-error'
import { dns1035Label, dns1123Subdomain } from '../../../../machinery/names'
import type { ApiObject } from '../../../../machinery/object'
import type { KindBehaviour, KindContext } from '../../../kind'
import { type ParamKind, type PolicySpec, policySpecOf } from '../../../policies/policy'
import { existsAt } from '../../../releases/ledger'
import { type Errors, oneOf } from '../../meta/rules'
import { defaultMatchResources, validateMatchResources } from '../match-resources'
import { validateExpressions, validateMatchConditions } from '../policy-expressions'
import { AGE, tableOf } from '../../meta/table-columns'

type Draft<T> = { -readonly [K in keyof T]: T[K] }

/** A policy says of which kind its parameters are. */
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

/** What policies of both sorts have. */
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

export function defaultPolicy(object: ApiObject): void {
  const spec = policySpecOf(object) as Draft<PolicySpec>
  spec.failurePolicy ??= 'Fail'
  defaultMatchResources(spec.matchConstraints)
}

function validate(object: ApiObject, { release }: KindContext): Errors {
  const errors: Errors = []
  const spec = policySpecOf(object)
  validatePolicy(spec, release, errors)
  validateExpressions(spec, object.metadata.name ?? '', release, errors)
  return errors
}

const STATUS = { since: 27 }

/** Rules for requests, as expressions. */
export const validatingAdmissionPolicy: KindBehaviour = {
  group: 'admissionregistration.orch.io',
  resource: 'validatingadmissionpolicies',
  kind: 'ValidatingAdmissionPolicy',
  unconditionalUpdate: false,
  hasStatus: true,
  defaults: (object) => defaultPolicy(object),
  prepareForCreate: (object, { release }) => {
    if (existsAt(STATUS, release)) object['status'] = {}
  },
  validate,
  ...tableOf(
    policySpecOf,
    ['Validations', 'integer', ({ validations = [] }) => validations.length],
    [
      'ParamKind',
      'string',
      ({ paramKind }) => (paramKind ? `${paramKind.apiVersion ?? ''}/${paramKind.kind ?? ''}` : '<unset>'),
    ],
    AGE,
  ),
}
