import { isMutating } from '../../../../api/policies/bench'
import type { BenchRequest } from '../../../../api/policies/bench-request'
import type { PolicyCase, PolicyExample } from '../../../../api/policies/examples/example'
import type { PolicySpec } from '../../../../api/policies/policy'
import { readPolicySpec } from '../../../../api/policies/read-policy'
import { isObject } from '../../../../machinery/json'
import type { ApiObject } from '../../../../machinery/object'
import { parseDocuments, toYaml } from '../../../components/editor/documents'
import { type Discovery, findKind } from '../../../queries/discovery'

/** The newest version first. */
const POLICY_VERSIONS = ['v1', 'v1beta1', 'v1alpha1'].map((version) => `admissionregistration.orch.io/${version}`)

/** The newest version in which the cluster serves a kind of policies; undefined if it serves none. */
export const newestVersion = (discovery: Discovery | undefined, kind: string): string | undefined =>
  POLICY_VERSIONS.find((version) => findKind(discovery, version, kind))

/** A policy of the catalogue as a manifest, by default in a version that all releases with the kind serve. */
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

type Placed = Pick<ApiObject, 'metadata'>
const asPlaced = (object: unknown): Placed | undefined =>
  isObject(object) && isObject(object['metadata']) ? (object as unknown as Placed) : undefined

/** A policy of the bench, and where it is registered. */
interface Registered {
  /** The policy as it is written, and its spec. */
  readonly policy: string
  readonly spec: PolicySpec
  readonly request: BenchRequest
  readonly apiVersion: string
  /** Whether its parameters are in namespaces. */
  readonly namespacedParams: boolean
}

/** What enforces a policy in all namespaces: the request's parameters, the policy as it is written, and its binding. */
export function registrationText({ policy, spec, request, apiVersion, namespacedParams }: Registered): string {
  const kind = policyKind(spec)
  const name = policyName(policy)
  const params = spec.paramKind && asPlaced(request.params)
  const { name: paramName = name, namespace } = params?.metadata ?? {}
  // Without a namespace in its reference, a binding takes parameters from the namespace of the request.
  const place = namespacedParams ? (namespace ?? asPlaced(request.object)?.metadata.namespace) : undefined
  const binding = {
    ...{ apiVersion, kind: `${kind}Binding`, metadata: { name } },
    spec: {
      policyName: name,
      ...(!isMutating(spec) && { validationActions: ['Deny'] }),
      ...(spec.paramKind && {
        paramRef: { name: paramName, ...(namespace && { namespace }), parameterNotFoundAction: 'Deny' },
      }),
    },
  }
  const written = { ...parseDocuments(policy)[0]?.object, apiVersion, kind }
  const stored = params && { ...params, metadata: { ...params.metadata, ...(place && { namespace: place }) } }
  return [...(stored ? [stored] : []), written, binding].map(toYaml).join('---\n')
}

/** The message without the lines that point at a place in the expression: the expression itself is shown with them. */
export const firstLine = (message: string): string => message.split('\n', 1)[0] ?? ''
