import type { Node } from '../../expressions/ast'
import { authorizerValue, resourceCheckValue, type Ask } from '../../expressions/libraries/authorizer'
import { PER_CALL_LIMIT, type Program } from '../../expressions/program'
import { OpaqueValue, OptionalValue, showScalar, typeNameOf, type Value } from '../../expressions/values'
import { writeJson } from '../../machinery/json-text'
import { type Compiled, type CompiledPolicy, compilePolicy } from './compile-policy'
import { type Evaluation, evaluatePolicy, POLICY_BUDGET } from './evaluate'
import type { PolicySpec } from './policy'
import { NAMESPACE_TYPE, REQUEST_TYPE } from './request-types'
import { dynamicValue, jsonOf, typedValue } from './values'

/** A request that a policy is tried with, without a cluster. */
export interface BenchRequest {
  readonly operation: string
  readonly object?: unknown
  readonly oldObject?: unknown
  readonly params?: unknown
  readonly user?: { readonly username: string; readonly groups?: readonly string[] }
  /** The namespace of the request, as an object. */
  readonly namespaceObject?: unknown
  /** What the authorizer answers to every question; no without it. */
  readonly authorized?: boolean
}

/** A part of an expression with the value that it had last. */
export interface Part {
  readonly start: number
  readonly end: number
  readonly value: string
  /** How often it was evaluated, such as once for each item of a list. */
  readonly times: number
}
/** One expression of a policy, and what came of it. */
export interface BenchExpression {
  /** Its path in the policy. */
  readonly field: string
  readonly expression: string
  /** Why it can't be compiled. */
  readonly problem?: string
  readonly cost: number
  readonly parts: readonly Part[]
}
export interface BenchRun extends Evaluation {
  readonly expressions: readonly BenchExpression[]
}
/** What one expression may cost, and what all of a policy may. */
export const BENCH_LIMITS = { expression: PER_CALL_LIMIT, policy: POLICY_BUDGET } as const

const LONGEST = 120
function shown(value: Value): string {
  if (value instanceof OptionalValue) return value.value === undefined ? 'none' : `optional ${shown(value.value)}`
  if (value instanceof OpaqueValue) return typeNameOf(value)
  const json = jsonOf(value)
  const text = json === undefined ? showScalar(value) : (writeJson(json) ?? 'null')
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text
}

/** Collects the values of all parts of all expressions of one evaluation. */
class Notes {
  private readonly parts = new Map<Program, Map<Node, { value: string; times: number }>>()
  private readonly costs = new Map<Program, number>()

  readonly part = (program: Program, node: Node, value: Value): void => {
    const known = this.parts.get(program) ?? new Map<Node, { value: string; times: number }>()
    this.parts.set(program, known)
    known.set(node, { value: shown(value), times: (known.get(node)?.times ?? 0) + 1 })
  }
  readonly done = (program: Program, cost: number): void => {
    this.costs.set(program, cost)
  }

  of(field: string, { expression, program, problem }: Compiled): BenchExpression {
    const parts = program ? [...(this.parts.get(program) ?? [])] : []
    return {
      field,
      expression,
      ...(problem !== undefined && { problem }),
      cost: program ? (this.costs.get(program) ?? 0) : 0,
      parts: parts
        .map(([{ start, end }, note]) => ({ start, end, ...note }))
        .sort((a, b) => a.start - b.start || b.end - a.end),
    }
  }
}

function inputsOf({ operation, object, oldObject, params, user, namespaceObject, authorized = false }: BenchRequest) {
  const about = (object ?? oldObject ?? {}) as { metadata?: { name?: string; namespace?: string }; kind?: string }
  const { name = '', namespace = '' } = about.metadata ?? {}
  const ask: Ask = () => ({ allowed: authorized, reason: 'as the bench was told', error: '' })
  const request = {
    operation,
    name,
    namespace,
    kind: { group: '', version: '', kind: about.kind ?? '' },
    userInfo: { username: user?.username ?? 'alice', groups: user?.groups ?? ['system:authenticated'] },
    dryRun: false,
  }
  const values = new Map<string, Value>([
    ['object', dynamicValue(object)],
    ['oldObject', dynamicValue(oldObject)],
    ['params', dynamicValue(params)],
    ['request', typedValue(request, REQUEST_TYPE)],
    ['namespaceObject', typedValue(namespaceObject, NAMESPACE_TYPE)],
    ['authorizer', authorizerValue(ask)],
    ['authorizer.requestResource', resourceCheckValue(ask, { namespace, name })],
  ])
  return (variable: string): Value | undefined => values.get(variable)
}

const fieldsOf = (compiled: CompiledPolicy): (readonly [field: string, one: Compiled])[] => [
  ...compiled.matchConditions.map((one, i) => [`spec.matchConditions[${i}].expression`, one] as const),
  ...compiled.variables.map((one, i) => [`spec.variables[${i}].expression`, one] as const),
  ...compiled.validations.flatMap(({ condition, messageExpression }, i) => [
    [`spec.validations[${i}].expression`, condition] as const,
    ...(messageExpression ? [[`spec.validations[${i}].messageExpression`, messageExpression] as const] : []),
  ]),
  ...compiled.auditAnnotations.map((one, i) => [`spec.auditAnnotations[${i}].valueExpression`, one] as const),
]

/** Tries a policy with a request: what it decides, and the value of every part of its expressions. */
export function runBench(spec: PolicySpec, request: BenchRequest, release: number): BenchRun {
  const compiled = compilePolicy(spec, release)
  const notes = new Notes()
  const evaluation = evaluatePolicy(compiled, spec.validations ?? [], inputsOf(request), notes)
  return { ...evaluation, expressions: fieldsOf(compiled).map(([field, one]) => notes.of(field, one)) }
}

/** A policy that is compiled once, to be tried with many requests. */
export function benchOf(spec: PolicySpec, release: number): (request: BenchRequest) => Evaluation {
  const compiled = compilePolicy(spec, release)
  return (request) => evaluatePolicy(compiled, spec.validations ?? [], inputsOf(request))
}

/** What a policy says to a request, in a word or in its own words. */
export function verdictOf({ applies, judgements }: Evaluation, { failurePolicy }: PolicySpec): string {
  if (!applies) return 'not for this request'
  const broken = judgements.find(({ holds, failed }) => !holds && !(failed && failurePolicy === 'Ignore'))
  return broken ? broken.message : 'allowed'
}
