import { expect, test } from 'vitest'
import { goNumberProblem } from './go-number'

test.each([
  ['ParseInt', '', 'strconv.ParseInt: parsing "": invalid syntax'],
  ['ParseInt', '1.5', 'strconv.ParseInt: parsing "1.5": invalid syntax'],
  ['ParseInt', '-99999999999999999999', 'strconv.ParseInt: parsing "-99999999999999999999": value out of range'],
  ['ParseUint', '-1', 'strconv.ParseUint: parsing "-1": invalid syntax'],
  ['ParseUint', '99999999999999999999', 'strconv.ParseUint: parsing "99999999999999999999": value out of range'],
] as const)('%s of "%s"', (reader, text, problem) => expect(goNumberProblem(reader, text)).toBe(problem))
