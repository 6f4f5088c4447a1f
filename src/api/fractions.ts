import type { FieldSteps } from '../machinery/decode-json'
import type { Schema } from './schema'

/**
 * Errors for integers of built-in types written with a decimal point or exponent, such as `1.0` or `1e2`, which servers of this API
 * refuse. Custom types accept them.
 */
export function fractionErrors(fractions: readonly FieldSteps[] | undefined, schema: Schema | undefined): string[] {
  if (!fractions?.length || !schema) return []
  return fractions
    .filter((steps) => isInteger(steps.reduce<Schema | undefined>(member, schema)))
    .map((steps) => `${pathOf(steps)}: expected an integer, got a number with a point or an exponent`)
}

const isInteger = (schema: Schema | undefined): boolean =>
  schema?.type === 'integer' || schema?.format === 'int-or-string'

const member = (schema: Schema | undefined, step: string | number): Schema | undefined =>
  typeof step === 'number' ? schema?.element : (schema?.fields?.get(step) ?? schema?.element)

const pathOf = (steps: FieldSteps): string =>
  steps
    .map((step) => (typeof step === 'number' ? `[${step}]` : `.${step}`))
    .join('')
    .replace(/^\./, '')
