import type { LabelSelectorObject } from '../../machinery/labels'
import type { ApiObject } from '../../machinery/object'

/** Policies and bindings as stored, in the hub version. Decoding has already checked JSON types. */
export interface Named {
  readonly name: string
}
/** A match condition or variable as written: unchecked, like all types of this file. */
export interface NamedExpression {
  readonly name?: string
  readonly expression?: string
}
/** The kind of a policy's parameters. */
export interface ParamKind {
  readonly apiVersion?: string
  readonly kind?: string
}
/** Requests for resources that a policy applies to. */
export interface ResourceRule {
  readonly operations?: readonly string[]
  readonly apiGroups?: readonly string[]
  readonly apiVersions?: readonly string[]
  readonly resources?: readonly string[]
  readonly resourceNames?: readonly string[]
  readonly scope?: string
}
/** What a policy or binding applies to. */
export interface MatchResources {
  readonly namespaceSelector?: LabelSelectorObject
  readonly objectSelector?: LabelSelectorObject
  readonly resourceRules?: readonly ResourceRule[]
  readonly excludeResourceRules?: readonly ResourceRule[]
  readonly matchPolicy?: string
}
/** An expression that must be true, and what is said if it is not. */
export interface Validation {
  readonly expression?: string
  readonly message?: string
  readonly reason?: string
  readonly messageExpression?: string
}
/** A change that a policy makes. */
export interface Mutation {
  readonly patchType?: string
  readonly applyConfiguration?: { readonly expression?: string }
  readonly jsonPatch?: { readonly expression?: string }
}
/** The parts of a policy that contain expressions. */
export interface Expressions {
  readonly paramKind?: ParamKind
  readonly matchConditions?: readonly NamedExpression[]
  readonly variables?: readonly NamedExpression[]
  readonly validations?: readonly Validation[]
  readonly auditAnnotations?: readonly { readonly key?: string; readonly valueExpression?: string }[]
  readonly mutations?: readonly Mutation[]
}
/** The spec of a validating or mutating policy. */
export interface PolicySpec extends Expressions {
  readonly matchConstraints?: MatchResources
  readonly failurePolicy?: string
  readonly reinvocationPolicy?: string
}
/** The parameter objects of a binding. */
export interface ParamRef {
  readonly name?: string
  readonly namespace?: string
  readonly selector?: LabelSelectorObject
  readonly parameterNotFoundAction?: string
}
/** `spec` of a policy binding: which policy applies to what, with which parameters and actions. */
export interface BindingSpec {
  readonly policyName?: string
  readonly paramRef?: ParamRef
  readonly matchResources?: MatchResources
  readonly validationActions?: readonly string[]
}

/** A policy's spec; empty if there is none. */
export const policySpecOf = (object: ApiObject): PolicySpec => object['spec'] ?? {}
/** A binding's spec; empty if there is none. */
export const bindingSpecOf = (object: ApiObject): BindingSpec => object['spec'] ?? {}
