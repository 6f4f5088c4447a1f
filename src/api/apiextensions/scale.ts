import { invalid, type FieldError } from '../../machinery/field-error'
import { at } from '../../machinery/json'
import type { ApiObject } from '../../machinery/object'
import type { ScaleRule } from '../kind'
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

function replicaErrors(object: ApiObject, path: string): FieldError[] {
  const value = at(object, ...pathSteps(path))
  if (value === undefined) return []
  if (typeof value !== 'number' || !Number.isInteger(value)) return [invalid(path, value, 'must be an integer')]
  if (value < 0) return [invalid(path, value, 'should be a non-negative integer')]
  return value > MAX_REPLICAS ? [invalid(path, value, `should be at most ${MAX_REPLICAS}`)] : []
}

/** Errors of the numbers shown by the scale subresource. */
export const scaleSpecErrors = (object: ApiObject, { specReplicasPath = '' }: ScalePaths): FieldError[] =>
  replicaErrors(object, specReplicasPath)

export function scaleStatusErrors(
  object: ApiObject,
  { statusReplicasPath = '', labelSelectorPath }: ScalePaths,
): FieldError[] {
  const errors = replicaErrors(object, statusReplicasPath)
  const selector = labelSelectorPath ? at(object, ...pathSteps(labelSelectorPath)) : undefined
  if (selector !== undefined && typeof selector !== 'string')
    errors.push(invalid(labelSelectorPath ?? '', selector, 'must be a string'))
  return errors
}
