import { duplicate, forbidden, invalid, notSupported, required } from '../../../machinery/field-error'
import { dns1123Subdomain, pathSegment } from '../../../machinery/names'
import type { ApiObject } from '../../../machinery/object'
import type { KindBehaviour } from '../../kind'
import type { KindContext } from '../../kind-context'
import { type BindingSpec, bindingSpecOf, type ParamRef } from '../../policies/policy'
import { behaves } from '../../releases/ledger'
import { type Errors, labelSelector } from '../meta/rules'
import { AGE, tableOf } from '../meta/table-columns'
import { mayNameParams } from './param-rights'
import { defaultMatchResources, validateChangeable, validateMatchResources } from './match-resources'

const ACTIONS = ['Audit', 'Deny', 'Warn']

function validateParamRef(
  { name = '', selector, parameterNotFoundAction }: ParamRef,
  release: number,
  errors: Errors,
): void {
  const at = 'spec.paramRef'
  for (const wrong of name === '' ? [] : pathSegment(name)) errors.push(invalid(`${at}.name`, name, wrong))
  if (name !== '' && selector) {
    errors.push(forbidden(`${at}.name`, 'name and selector are mutually exclusive'))
    errors.push(forbidden(`${at}.selector`, 'name and selector are mutually exclusive'))
  }
  if (selector) labelSelector(selector, `${at}.selector`, errors)
  if (name === '' && !selector) errors.push(required(at, 'one of name or selector must be specified'))
  if (!behaves('parameter-not-found-action', release)) return
  if (!parameterNotFoundAction) errors.push(required(`${at}.parameterNotFoundAction`))
  else if (!['Deny', 'Allow'].includes(parameterNotFoundAction))
    errors.push(notSupported(`${at}.parameterNotFoundAction`, parameterNotFoundAction, ['Deny', 'Allow']))
}

function validateActions(actions: readonly string[], errors: Errors): void {
  const at = 'spec.validationActions'
  const seen = new Set<string>()
  for (const [i, action] of actions.entries()) {
    if (!ACTIONS.includes(action)) errors.push(notSupported(`${at}[${i}]`, action, ACTIONS))
    if (seen.has(action)) errors.push(duplicate(`${at}[${i}]`, action))
    seen.add(action)
  }
  if (seen.has('Deny') && seen.has('Warn'))
    errors.push(
      invalid(
        at,
        actions,
        'must not contain both Deny and Warn (repeating the same validation failure information in the API response and headers serves no purpose)',
      ),
    )
  if (seen.size === 0) errors.push(required(at, 'at least one validation action is required'))
}

type Sort = 'Validating' | 'Mutating'

const validateBinding =
  (sort: Sort) =>
  (object: ApiObject, { release }: KindContext): Errors => {
    const errors: Errors = []
    const spec: BindingSpec = bindingSpecOf(object)
    const { policyName = '' } = spec
    if (policyName === '') errors.push(required('spec.policyName'))
    else for (const wrong of dns1123Subdomain(policyName)) errors.push(invalid('spec.policyName', policyName, wrong))
    if (spec.paramRef) validateParamRef(spec.paramRef, release, errors)
    // The misspelling is that of the reference's messages.
    const match =
      sort === 'Validating' && !behaves('binding-match-spelled', release) ? 'spec.matchResouces' : 'spec.matchResources'
    if (spec.matchResources) {
      validateMatchResources(spec.matchResources, match, errors)
      if (sort === 'Mutating') validateChangeable(spec.matchResources, match, errors)
    }
    if (sort === 'Validating' && behaves('policy-validation-actions', release))
      validateActions(spec.validationActions ?? [], errors)
    return errors
  }

/** Behaviour common to both types of policy binding. */
export const policyBinding = (sort: Sort): KindBehaviour => ({
  group: 'admissionregistration.orch.io',
  resource: `${sort.toLowerCase()}admissionpolicybindings`,
  kind: `${sort}AdmissionPolicyBinding`,
  unconditionalUpdate: false,
  generation: true,
  defaults: (object) => defaultMatchResources(bindingSpecOf(object).matchResources),
  validate: validateBinding(sort),
  verify: mayNameParams(`${sort.toLowerCase()}admissionpolicies`, validateBinding(sort)),
  ...tableOf(
    (object) => {
      const { policyName = '', paramRef } = bindingSpecOf(object)
      const shown = !paramRef
        ? '<unset>'
        : paramRef.selector && !paramRef.name
          ? '<selector>'
          : [paramRef.namespace, paramRef.name].filter(Boolean).join('/')
      return { policyName, shown }
    },
    ['PolicyName', 'string', ({ policyName }) => policyName],
    ['ParamRef', 'string', ({ shown }) => shown],
    AGE,
  ),
})
