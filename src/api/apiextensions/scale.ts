import { invalid } from '../../machinery/field-error'
import type { FieldError } from '../../machinery/field-wording'
import { goPlain } from '../../machinery/go-untyped'
import { at, isObject } from '../../machinery/json'
import type { ApiObject } from '../../machinery/object'
import type { ScaleRule } from '../subresource-behaviour'
import type { ScalePaths } from './definition'

const MAX_REPLICAS = 2 ** 31 - 1

/** Splits a simple path such as `.spec.replicas`. */
export const pathSteps = (path: string): string[] => path.replace(/^\./, '').split('.')

/** Scale rule of a custom type. */
export function scaleRule({
  specReplicasPath = '',
  statusReplicasPath = '',
  labelSelectorPath = '',
}: ScalePaths): ScaleRule {
  const selector = labelSelectorPath === '' ? undefined : pathSteps(labelSelectorPath)
  return {
    replicas: pathSteps(specReplicasPath),
    statusReplicas: pathSteps(statusReplicasPath),
    selector: (object) => {
      const text = selector && at(object, ...selector)
      return typeof text === 'string' ? text : ''
    },
  }
}

/** The type name of a value in errors about a path that expects another type. */
function typeOf(value: unknown): string {
  if (value === null) return '<nil>'
  if (Array.isArray(value)) return '[]interface {}'
  if (isObject(value)) return 'map[string]interface {}'
  if (typeof value === 'number') return Number.isInteger(value) ? 'int64' : 'float64'
  return typeof value === 'boolean' ? 'bool' : 'string'
}

/** The value at a path, or why it can't be read as a number or a text. */
function read(object: ApiObject, path: string, expected: 'int64' | 'string'): { value?: unknown; problem?: string } {
  const problem = (steps: readonly string[], value: unknown, wanted: string) => ({
    problem: `.${steps.join('.')} accessor error: ${goPlain(value)} is of the type ${typeOf(value)}, expected ${wanted}`,
  })
  const steps = pathSteps(path)
  let value: unknown = object
  for (const [i, step] of steps.entries()) {
    if (value === null) return {}
    if (!isObject(value)) return problem(steps.slice(0, i + 1), value, 'map[string]interface{}')
    if (value[step] === undefined) return {}
    value = value[step]
  }
  return typeOf(value) === expected ? { value } : problem(steps, value, expected)
}

function replicaErrors(object: ApiObject, path: string): FieldError[] {
  const { value = 0, problem } = read(object, path, 'int64')
  if (problem !== undefined) return [invalid(path, 0, problem)]
  if (Number(value) < 0) return [invalid(path, value, 'should be a non-negative integer')]
  return Number(value) > MAX_REPLICAS ? [invalid(path, value, `should be less than or equal to ${MAX_REPLICAS}`)] : []
}

/** Errors of the numbers shown by the scale subresource. */
export const scaleSpecErrors = (object: ApiObject, { specReplicasPath = '' }: ScalePaths): FieldError[] =>
  replicaErrors(object, specReplicasPath)

/** Errors of the fields of an object's status that its scale is read from. */
export function scaleStatusErrors(
  object: ApiObject,
  { statusReplicasPath = '', labelSelectorPath }: ScalePaths,
): FieldError[] {
  const errors = replicaErrors(object, statusReplicasPath)
  const { problem } = labelSelectorPath ? read(object, labelSelectorPath, 'string') : {}
  if (problem !== undefined) errors.push(invalid(labelSelectorPath ?? '', '', problem))
  return errors
}
