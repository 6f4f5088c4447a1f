import { expect, it } from 'vitest'
import { conversionProblem } from './conversion-problem'

it.each([
  ['metadata.labels.a: expected a string, got 5', 'cannot convert int64 to string'],
  ['data.a: expected a string, got a boolean', 'unrecognized type: string'],
  ['immutable: expected a boolean, got "x"', 'unrecognized type: bool'],
  ['spec.activeDeadlineSeconds: expected an integer, got "x"', 'unrecognized type: int64'],
  ['spec.replicas: expected a 32-bit integer, got 1.5', 'cannot convert float64 to int32'],
  ['spec.priority: expected a 32-bit integer, got 99999999999', undefined],
  ['data: expected a map, got a list', 'cannot restore map from slice'],
  ['metadata.finalizers: expected a list, got "x, got y"', 'cannot restore slice from string'],
  ['spec: expected an object, got "x"', 'cannot restore struct from: string'],
  ['spec.a: expected a quantity, got "x"', undefined],
  ['something else', undefined],
])('%s', (error, problem) => expect(conversionProblem(error)).toBe(problem))
