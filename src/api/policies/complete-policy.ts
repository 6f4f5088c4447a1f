import { complete, type Completion } from '../../expressions/complete'
import { Environment } from '../../expressions/environment'
import { optionalOf, type Type } from '../../expressions/types'
import { isObject } from '../../machinery/json'
import { declaredType } from '../apiextensions/rules/declared-type'
import { compileVariables } from './compile-policy'
import { policyEnvironment, type PolicyScope } from './environment'
import { languageOf } from './language'
import { eitherType } from './openapi-type'
import type { PolicySpec, ResourceRule } from './policy'
import { readPolicySpec } from './read-policy'

/** Cluster information available to an expression editor. */
export interface ExpressionWorld {
  /** Release (minor number). */
  readonly release: number
  /** Types of the kinds that rules match. */
  readonly typesFor: (rules: readonly ResourceRule[]) => readonly Type[]
  readonly typeOfKind: (apiVersion: string, kind: string) => Type | undefined
}
/** Suggestions, and where the word they replace begins. */
export type PolicyCompletion = Completion
/** Where an expression stands in a policy. */
export type ExpressionPath = readonly (string | number)[]

/** Completes a partial expression at a path of an object; undefined if the path holds no expression. */
export function completeAt(
  object: unknown,
  path: ExpressionPath,
  before: string,
  world: ExpressionWorld,
): Completion | undefined {
  const environment = environmentAt(object, path, world)
  return environment && complete(before, environment)
}

/** The environment of the expression at a path of an object. */
export function environmentAt(object: unknown, path: ExpressionPath, world: ExpressionWorld): Environment | undefined {
  if (!isObject(object)) return undefined
  const kind = typeof object['kind'] === 'string' ? object['kind'] : ''
  if (/^(Validating|Mutating)AdmissionPolicy$/.test(kind)) return policyEnvironmentAt(object['spec'], path, world)
  if (kind.endsWith('WebhookConfiguration')) return conditionEnvironmentAt(object, path, world)
  return kind === 'CustomResourceDefinition' ? ruleEnvironmentAt(object, path, world) : undefined
}

/** Types of a policy's objects and parameters, if known. */
export function typesOf(
  { matchConstraints, paramKind }: PolicySpec,
  world: ExpressionWorld,
): Pick<PolicyScope, 'object' | 'params'> {
  const object = eitherType(world.typesFor(matchConstraints?.resourceRules ?? []))
  const params = paramKind && world.typeOfKind(paramKind.apiVersion ?? '', paramKind.kind ?? '')
  return { ...(object && { object }), ...(params && { params }) }
}

const AT = (path: ExpressionPath): string => path.map((step) => (typeof step === 'number' ? '#' : step)).join('.')

/** What expressions may use, by their place in a policy. */
const PLACES: Readonly<
  Record<string, { readonly variables?: true; readonly mute?: true; readonly constructs?: true }>
> = {
  'spec.matchConditions.#.expression': {},
  'spec.variables.#.expression': { variables: true },
  'spec.validations.#.expression': { variables: true },
  'spec.validations.#.messageExpression': { variables: true, mute: true },
  'spec.auditAnnotations.#.valueExpression': { variables: true },
  'spec.mutations.#.applyConfiguration.expression': { variables: true, constructs: true },
  'spec.mutations.#.jsonPatch.expression': { variables: true, constructs: true },
}

function policyEnvironmentAt(spec: unknown, path: ExpressionPath, world: ExpressionWorld): Environment | undefined {
  const place = PLACES[AT(path)]
  if (!place) return undefined
  const policy = readPolicySpec(spec)
  const base: PolicyScope = {
    ...typesOf(policy, world),
    release: world.release,
    hasParams: policy.paramKind !== undefined,
    hasAuthorizer: true,
  }
  const all = policy.variables ?? []
  const variables = path[1] === 'variables' ? all.slice(0, Number(path[2])) : all
  const scope = place.variables ? compileVariables({ variables }, base, true).scope : base
  return policyEnvironment({
    ...scope,
    hasAuthorizer: !place.mute,
    ...(place.constructs && { constructs: true }),
  })
}

function conditionEnvironmentAt(
  object: Record<string, unknown>,
  path: ExpressionPath,
  world: ExpressionWorld,
): Environment | undefined {
  if (AT(path) !== 'webhooks.#.matchConditions.#.expression') return undefined
  const type = eitherType(world.typesFor(webhookRules(object, path)))
  return policyEnvironment({
    release: world.release,
    hasParams: false,
    hasAuthorizer: true,
    ...(type && { object: type }),
  })
}

function webhookRules(object: Record<string, unknown>, path: ExpressionPath): readonly ResourceRule[] {
  const webhook = valueAt(object, path.slice(0, 2))
  const rules = isObject(webhook) ? webhook['rules'] : undefined
  return readPolicySpec({ matchConstraints: { resourceRules: rules } }).matchConstraints?.resourceRules ?? []
}

/** Rules that determine which requests an expression sees; empty if there are none. */
export function rulesAround(object: unknown, path: ExpressionPath): readonly ResourceRule[] {
  if (!isObject(object)) return []
  if (path[0] === 'webhooks') return webhookRules(object, path)
  return path[0] === 'spec' ? (readPolicySpec(object['spec']).matchConstraints?.resourceRules ?? []) : []
}

const RULES = 'x-orch-validations'
const EXPRESSIONS = new Set<string | number>(['rule', 'messageExpression'])

function ruleEnvironmentAt(
  object: Record<string, unknown>,
  path: ExpressionPath,
  { release }: ExpressionWorld,
): Environment | undefined {
  const at = path.lastIndexOf(RULES)
  if (at < 0 || at !== path.length - 3 || !EXPRESSIONS.has(path.at(-1) ?? '')) return undefined
  const schema = valueAt(object, path.slice(0, at))
  const rule = valueAt(object, path.slice(0, -1))
  if (!isObject(schema)) return undefined
  const self = declaredType(schema, 'self', path[at - 1] === 'openAPIV3Schema')
  const old = self && isObject(rule) && rule['optionalOldSelf'] === true ? optionalOf(self) : self
  return new Environment({ ...languageOf(release), ...(self && old && { variables: { self, oldSelf: old } }) })
}

const valueAt = (value: unknown, path: ExpressionPath): unknown =>
  path.reduce<unknown>(
    (at, step) => (typeof at === 'object' && at !== null ? (at as Record<string, unknown>)[step] : undefined),
    value,
  )
