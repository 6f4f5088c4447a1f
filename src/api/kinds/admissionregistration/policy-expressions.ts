import { duplicate, invalid, notSupported, required, tooMany } from '../../../machinery/field-error'
import { isReserved, isWord } from '../../../expressions/reserved-words'
import { qualifiedName as isQualifiedName } from '../../../machinery/names'
import { expressionCode } from '../../expressions'
import type { Compiled, CompiledPolicy } from '../../policies/compile-policy'
import type { Expressions, NamedExpression, Validation } from '../../policies/policy'
import { behaves } from '../../releases/ledger'
import type { Errors } from '../meta/rules'

const MAX_CONDITIONS = 64
const MAX_ANNOTATIONS = 20
const MAX_VALUE_EXPRESSION = 5 * 1024
const REASONS = ['Forbidden', 'Invalid', 'RequestEntityTooLarge', 'Unauthorized']
const IDENTIFIER = /^[A-Za-z_][A-Za-z0-9_]*$/
const LINE_BREAK = /[\r\n]/
const isBlank = (text: string | undefined): boolean => (text ?? '').trim() === ''

const problemOf = (one: Compiled | undefined, expression: string, field: string, errors: Errors): void => {
  if (one?.problem !== undefined) errors.push(invalid(field, expression, one.problem))
}

/** Validates match conditions of webhooks and policies. */
export function validateMatchConditions(
  conditions: readonly NamedExpression[],
  { release, hasParams, field }: { readonly release: number; readonly hasParams: boolean; readonly field: string },
  errors: Errors,
): void {
  if (conditions.length > MAX_CONDITIONS) errors.push(tooMany(field, conditions.length, MAX_CONDITIONS))
  const compiled =
    conditions.length === 0
      ? []
      : expressionCode().compileConditions(conditions, { release, hasParams, hasAuthorizer: true })
  const names = new Set<string>()
  for (const [i, { name = '', expression = '' }] of conditions.entries()) {
    const at = `${field}[${i}]`
    if (isBlank(expression)) errors.push(required(`${at}.expression`))
    else problemOf(compiled[i], expression.trim(), `${at}.expression`, errors)
    if (name === '') {
      errors.push(required(`${at}.name`))
      continue
    }
    for (const wrong of isQualifiedName(name)) errors.push(invalid(`${at}.name`, name, wrong))
    if (names.has(name)) errors.push(duplicate(`${at}.name`, name))
    names.add(name)
  }
}

function validateValidation(
  { expression, message, messageExpression, reason }: Validation,
  at: string,
  release: number,
  errors: Errors,
): void {
  const start = behaves('definition-terse-errors', release) ? '' : 'message '
  if (isBlank(expression)) errors.push(required(`${at}.expression`, 'expression is not specified'))
  if (messageExpression && isBlank(messageExpression))
    errors.push(invalid(`${at}.messageExpression`, messageExpression, 'must be non-empty if specified'))
  if (message && isBlank(message))
    errors.push(invalid(`${at}.message`, message, `${start}must be non-empty if specified`))
  else if (message && LINE_BREAK.test(message.trim()))
    errors.push(invalid(`${at}.message`, message, `${start}must not contain line breaks`))
  if (reason !== undefined && !REASONS.includes(reason)) errors.push(notSupported(`${at}.reason`, reason, REASONS))
}

/** Variable names must be identifiers of the expression language. */
export function validateVariable(
  { name, expression }: NamedExpression,
  at: string,
  release: number,
  errors: Errors,
): void {
  if (isBlank(name)) errors.push(required(`${at}.name`, 'name is not specified'))
  else if (!IDENTIFIER.test(name ?? '') || isReserved(name ?? '') || isWord(name ?? ''))
    errors.push(
      invalid(
        `${at}.name`,
        name,
        behaves('definition-terse-errors', release)
          ? 'must be a valid CEL identifier'
          : 'name is not a valid CEL identifier',
      ),
    )
  if (isBlank(expression)) errors.push(required(`${at}.expression`, 'expression is not specified'))
}

function validateVariables(
  { variables = [] }: Expressions,
  compiled: CompiledPolicy,
  release: number,
  errors: Errors,
): void {
  for (const [i, variable] of variables.entries()) {
    const at = `spec.variables[${i}]`
    validateVariable(variable, at, release, errors)
    if (!isBlank(variable.expression))
      problemOf(compiled.variables[i], variable.expression ?? '', `${at}.expression`, errors)
  }
}

/** Patch types, with the field of a mutation that contains the expression. */
const PATCH_TYPES = { ApplyConfiguration: 'applyConfiguration', JSONPatch: 'jsonPatch' } as const

/** Validates all expressions of a mutating policy. */
export function validateMutations(spec: Expressions, release: number, errors: Errors): void {
  const compiled = expressionCode().compilePolicy(spec, release)
  validateVariables(spec, compiled, release, errors)
  const { mutations = [] } = spec
  if (mutations.length === 0) errors.push(required('spec.mutations', 'mutations must contain at least one item'))
  for (const [i, mutation] of mutations.entries()) {
    const at = `spec.mutations[${i}]`
    const { patchType = '' } = mutation
    if (patchType === '') errors.push(required(`${at}.patchType`))
    else if (patchType !== 'ApplyConfiguration' && patchType !== 'JSONPatch')
      errors.push(notSupported(`${at}.patchType`, patchType, Object.keys(PATCH_TYPES)))
    else {
      const [own, other] =
        patchType === 'JSONPatch'
          ? [PATCH_TYPES.JSONPatch, PATCH_TYPES.ApplyConfiguration]
          : [PATCH_TYPES.ApplyConfiguration, PATCH_TYPES.JSONPatch]
      const held = mutation[own]
      if (!held) errors.push(required(`${at}.${own}`, `must be specified when patchType is ${patchType}`))
      else if (isBlank(held.expression)) errors.push(required(`${at}.${own}.expression`))
      else problemOf(compiled.mutations[i], held.expression ?? '', `${at}.${own}.expression`, errors)
      if (mutation[other])
        errors.push(invalid(`${at}.${other}`, `{${other}}`, `must not be specified when patchType is ${patchType}`))
    }
  }
}

/** Validates all expressions of a validating policy. */
export function validateExpressions(spec: Expressions, policyName: string, release: number, errors: Errors): void {
  const compiled = expressionCode().compilePolicy(spec, release)
  const { validations = [], auditAnnotations = [] } = spec
  validateVariables(spec, compiled, release, errors)
  if (validations.length === 0 && auditAnnotations.length === 0)
    for (const field of ['spec.validations', 'spec.auditAnnotations'])
      errors.push(required(field, 'validations or auditAnnotations must contain at least one item'))
  for (const [i, validation] of validations.entries()) {
    const at = `spec.validations[${i}]`
    validateValidation(validation, at, release, errors)
    const { expression = '', messageExpression = '' } = validation
    if (!isBlank(expression)) problemOf(compiled.validations[i]?.condition, expression, `${at}.expression`, errors)
    problemOf(compiled.validations[i]?.messageExpression, messageExpression, `${at}.messageExpression`, errors)
  }
  validateAnnotations(spec, policyName, compiled.auditAnnotations, errors)
}

function validateAnnotations(
  { auditAnnotations = [] }: Expressions,
  policyName: string,
  compiled: readonly Compiled[],
  errors: Errors,
): void {
  if (auditAnnotations.length > MAX_ANNOTATIONS)
    errors.push(
      invalid('spec.auditAnnotations', auditAnnotations, `must not have more than ${MAX_ANNOTATIONS} auditAnnotations`),
    )
  const keys = new Set<string>()
  for (const [i, { key = '', valueExpression = '' }] of auditAnnotations.entries()) {
    const at = `spec.auditAnnotations[${i}]`
    for (const wrong of isQualifiedName(`${policyName}/${key}`))
      errors.push(invalid(`${at}.key`, `${policyName}/${key}`, wrong))
    if (isBlank(valueExpression)) errors.push(required(`${at}.valueExpression`, 'valueExpression is not specified'))
    else if (valueExpression.trim().length > MAX_VALUE_EXPRESSION)
      errors.push(required(`${at}.valueExpression`, `must not exceed ${MAX_VALUE_EXPRESSION} bytes in length`))
    else problemOf(compiled[i], valueExpression, `${at}.valueExpression`, errors)
    if (keys.has(key)) errors.push(duplicate(`${at}.key`, key))
    keys.add(key)
  }
}
