import { expect, test } from 'vitest'
import type { Schema } from '../../api/schema'
import { rawProblem } from './raw-problem'

test.each<[format: Schema['format'], text: string, problem: string | undefined]>([
  ['byte', '"YQ=="', undefined],
  ['byte', '"YQ"', 'illegal base64 data at input byte 0'],
  ['byte', '"YQ="', 'illegal base64 data at input byte 3'],
  ['byte', '"Y!"', 'illegal base64 data at input byte 1'],
  ['date-time', 'null', undefined],
  ['date-time', '1', 'json: cannot unmarshal number into Go value of type string'],
  ['quantity', '"1x"', "quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'"],
  ['quantity', '"1Kk"', "unable to parse quantity's suffix"],
  ['quantity', '1.5', undefined],
  ['int-or-string', '2147483648', 'json: cannot unmarshal number 2147483648 into Go value of type int32'],
  ['int-or-string', 'true', 'json: cannot unmarshal bool into Go value of type int32'],
  ['int-or-string', '"x"', undefined],
])('%s %s', (format, text, problem) => {
  expect(rawProblem({ type: 'string', format }, text)).toBe(problem)
})
