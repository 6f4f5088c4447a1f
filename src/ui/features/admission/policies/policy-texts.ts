import { isMutating } from '../../../../api/policies/bench'
import type { BenchRequest } from '../../../../api/policies/bench-request'
import type { PolicyCase, PolicyExample } from '../../../../api/policies/examples/example'
import type { PolicySpec } from '../../../../api/policies/policy'
import { readPolicySpec } from '../../../../api/policies/read-policy'
import { isObject } from '../../../../machinery/json'
import { parseDocuments, toYaml } from '../../../components/editor/documents'

/** The newest version first. */
export const POLICY_VERSIONS = ['v1', 'v1beta1', 'v1alpha1'].map(
  (version) => `admissionregistration.orch.io/${version}`,
)

/** A policy of the catalogue as a manifest. */
export const policyText = (
  { id, spec }: Pick<PolicyExample, 'id' | 'spec'>,
  apiVersion = POLICY_VERSIONS[isMutating(spec) ? 1 : 0],
): string => toYaml({ apiVersion, kind: policyKind(spec), metadata: { name: id }, spec })

/** The kind of a policy, inferred from its spec. */
export const policyKind = (spec: PolicySpec): string =>
  isMutating(spec) ? 'MutatingAdmissionPolicy' : 'ValidatingAdmissionPolicy'

/** A request as editable text: the operation, and the objects that expressions see. */
export function requestText({ name: _name, refusal: _refusal, becomes: _becomes, ...request }: PolicyCase): string {
  return toYaml(request)
}

/** The parsed value of a text, or the error. */
export type Read<T> = { readonly value: T; readonly problem?: undefined } | { readonly problem: string }

function only(text: string): Read<Record<string, unknown>> {
  const [document] = parseDocuments(text)
  if (document?.problem) return { problem: document.problem.message }
  return isObject(document?.object) ? { value: document.object } : { problem: 'The text is empty.' }
}

/** Reads a policy from YAML, or says why it is none. */
export function readPolicy(text: string): Read<PolicySpec> {
  const read = only(text)
  if (read.problem !== undefined) return read
  const { spec } = read.value
  return isObject(spec) ? { value: readPolicySpec(spec) } : { problem: 'A policy needs a spec.' }
}

/** The policy's name in a text; empty if there is none. */
export const policyName = (text: string): string => parseDocuments(text)[0]?.name ?? ''

/** Reads a request to try a policy with, or says why it is none. */
export function readRequest(text: string): Read<BenchRequest> {
  const read = only(text)
  if (read.problem !== undefined) return read
  const { operation } = read.value
  return typeof operation === 'string'
    ? { value: { ...read.value, operation } }
    : { problem: 'A request needs an operation: CREATE, UPDATE or DELETE.' }
}

/** A binding that enforces a policy in all namespaces. */
export function bindingText(name: string, spec: PolicySpec, apiVersion: string): string {
  return toYaml({
    apiVersion,
    kind: `${policyKind(spec)}Binding`,
    metadata: { name },
    spec: {
      policyName: name,
      ...(!isMutating(spec) && { validationActions: ['Deny'] }),
      ...(spec.paramKind && { paramRef: { name: 'limits', parameterNotFoundAction: 'Deny' } }),
    },
  })
}

/** The message without the lines that point at a place in the expression: the expression itself is shown with them. */
export const firstLine = (message: string): string => message.split('\n', 1)[0] ?? ''
