import { hintsOf } from '../../expressions/hints'
import { CompileError } from '../../expressions/expression-error'
import { compile, type Program } from '../../expressions/program'
import { DYN, listOf, mapOf, showType, type Type } from '../../expressions/types'
import { behaves } from '../releases/ledger'
import { policyEnvironment, type PolicyScope } from './environment'
import { APPLIED } from './patch-types'
import type { Expressions, Mutation, Named } from './policy'

/** Expected result type of an expression. */
const RESULTS = {
  condition: { types: ['bool'], text: 'must evaluate to bool' },
  message: { types: ['string'], text: 'must evaluate to string' },
  annotation: { types: ['string', 'null'], text: 'must evaluate to one of [string null_type]' },
  application: { types: [APPLIED], text: `must evaluate to ${APPLIED}` },
  patch: { types: ['list(JSONPatch)'], text: 'must evaluate to list(JSONPatch)' },
  any: { types: [], text: '' },
} as const
/** What an expression of a policy must return, by the name of its use. */
export type Result = keyof typeof RESULTS

/** A compiled expression, or its error. */
export type Compiled =
  | { readonly expression: string; readonly program: Program; readonly problem?: undefined }
  | {
      readonly expression: string
      readonly program?: undefined
      readonly problem: string
      /** Suggested corrections of the errors. */
      readonly hints?: () => readonly string[]
    }

/** Compiles an expression and checks its result type. Never throws for an invalid expression. */
export function compileExpression(expression: string, scope: PolicyScope, result: Result): Compiled {
  try {
    const program = compile(expression, policyEnvironment(scope))
    const { types, text } = RESULTS[result]
    const fits = types.length === 0 || (types as readonly string[]).includes(showType(program.type))
    const got = behaves('policy-types-named', scope.release) ? ` but got ${showType(program.type)}` : ''
    return fits ? { expression, program } : { expression, problem: `${text}${got}` }
  } catch (error) {
    if (!(error instanceof CompileError)) throw error
    return { expression, problem: `compilation failed: ${error.message}`, hints: () => hintsOf(error) }
  }
}

/** A validation with its compiled expressions. */
export interface CompiledValidation {
  readonly condition: Compiled
  readonly messageExpression: Compiled | undefined
}
/** A mutation with its compiled expression. */
export type CompiledMutation = Compiled & {
  /** True if the result is a JSON patch rather than an apply configuration. */
  readonly patches: boolean
}
/** All expressions of a policy, in list order. */
export interface CompiledPolicy {
  readonly matchConditions: readonly (Compiled & Named)[]
  readonly variables: readonly (Compiled & Named)[]
  readonly validations: readonly CompiledValidation[]
  readonly auditAnnotations: readonly (Compiled & { readonly key: string })[]
  readonly mutations: readonly CompiledMutation[]
}

/** Match conditions can't use variables. */
export const compileConditions = (
  conditions: readonly { readonly name?: string; readonly expression?: string }[],
  scope: PolicyScope,
): (Compiled & Named)[] =>
  conditions.map(({ name = '', expression = '' }) => ({
    ...compileExpression(expression.trim(), { ...scope, hasAuthorizer: true }, 'condition'),
    name,
  }))

/** Compiles a policy; compile errors are recorded at each expression. `types` are those of objects and parameters, if known. */
export function compilePolicy(
  spec: Expressions,
  release: number,
  types: Pick<PolicyScope, 'object' | 'params'> = {},
): CompiledPolicy {
  const hasParams = spec.paramKind !== undefined
  const base: PolicyScope = { ...types, release, hasParams, hasAuthorizer: true }
  const { variables, scope } = compileVariables(spec, base)
  const withoutAuthorizer = { ...scope, hasAuthorizer: false }
  return {
    matchConditions: compileConditions(spec.matchConditions ?? [], base),
    variables,
    validations: (spec.validations ?? []).map(({ expression = '', messageExpression = '' }) => ({
      condition: compileExpression(expression, scope, 'condition'),
      messageExpression:
        messageExpression.trim() === ''
          ? undefined
          : compileExpression(messageExpression, withoutAuthorizer, 'message'),
    })),
    auditAnnotations: (spec.auditAnnotations ?? []).map(({ key = '', valueExpression = '' }) => ({
      ...compileExpression(valueExpression.trim(), scope, 'annotation'),
      key,
    })),
    mutations: (spec.mutations ?? []).map((mutation) => compileMutation(mutation, scope)),
  }
}

function compileMutation({ patchType, jsonPatch, applyConfiguration }: Mutation, scope: PolicyScope): CompiledMutation {
  const patches = patchType === 'JSONPatch'
  const { expression = '' } = (patches ? jsonPatch : applyConfiguration) ?? {}
  const constructing = { ...scope, constructs: true }
  return { ...compileExpression(expression, constructing, patches ? 'patch' : 'application'), patches }
}

const PRIMITIVES: ReadonlySet<Type['kind']> = new Set([
  ...(['bool', 'bytes', 'double', 'duration', 'int', 'null', 'string', 'timestamp', 'uint'] as const),
])
/** What servers remember of a variable's type: objects, among others, may be anything. */
function rememberedType(type: Type): Type {
  if (PRIMITIVES.has(type.kind)) return type
  if (type.kind === 'list') return listOf(rememberedType(type.element))
  return type.kind === 'map' ? mapOf(rememberedType(type.key), rememberedType(type.value)) : DYN
}

/** Each variable can use the preceding ones. With `exactly`, types are kept that servers forget, for completion. */
export function compileVariables(
  { variables = [] }: Expressions,
  base: PolicyScope,
  exactly = false,
): { readonly variables: (Compiled & Named)[]; readonly scope: PolicyScope } {
  const known: Record<string, Type> = {}
  let scope: PolicyScope = variables.length > 0 ? { ...base, variables: {} } : base
  const compiled = variables.map(({ name = '', expression = '' }) => {
    const one = compileExpression(expression, scope, 'any')
    const type = one.program?.type ?? DYN
    known[name] = exactly ? type : rememberedType(type)
    scope = { ...base, variables: { ...known } }
    return { ...one, name }
  })
  return { variables: compiled, scope }
}

/** Result type of an expression, for people. */
export const resultOf = ({ program }: Compiled): string => (program ? showType(program.type) : '')
