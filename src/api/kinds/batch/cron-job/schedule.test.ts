import { expect, test } from 'vitest'
import { olderScheduleProblem, scheduleProblem } from './schedule'

test.each([
  '* * * * *',
  '*/5 0-6,12 1 jan-MAR mon',
  '0 0 ? * 0',
  '@daily',
  '@every 1h30m',
  'TZ=Europe/Berlin 0 3 * * *',
  'CRON_TZ=UTC @hourly',
])('%s is a schedule', (text) => expect(scheduleProblem(text)).toBeUndefined())

test.each([
  ['', 'expected exactly 5 fields, found 0: []'],
  ['* * * *', 'expected exactly 5 fields, found 4: [* * * *]'],
  ['* * * * * *', 'expected exactly 5 fields, found 6: [* * * * * *]'],
  ['60 * * * *', 'end of range (60) above maximum (59): 60'],
  ['* 24 * * *', 'end of range (24) above maximum (23): 24'],
  ['* * 0 * *', 'beginning of range (0) below minimum (1): 0'],
  ['* * * 13 *', 'end of range (13) above maximum (12): 13'],
  ['* * * * 7', 'end of range (7) above maximum (6): 7'],
  ['*/0 * * * *', 'step of range should be a positive number: */0'],
  ['5-1 * * * *', 'beginning of range (5) beyond end of range (1): 5-1'],
  ['1-2-3 * * * *', 'too many hyphens: 1-2-3'],
  ['*/2/3 * * * *', 'too many slashes: */2/3'],
  ['x * * * *', 'failed to parse int from x: strconv.Atoi: parsing "x": invalid syntax'],
  ['*/x * * * *', 'failed to parse int from x: strconv.Atoi: parsing "x": invalid syntax'],
  ['@fortnightly', 'unrecognized descriptor: @fortnightly'],
  ['@every', 'unrecognized descriptor: @every'],
])('%s is not a schedule', (text, problem) => expect(scheduleProblem(text)).toBe(problem))

test.each([
  ['0 0 * * *', undefined],
  ['x', 'Expected exactly 5 fields, found 1: x'],
  [' x  y ', 'Expected exactly 5 fields, found 2:  x  y '],
  ['61 * * * *', 'End of range (61) above maximum (59): 61'],
  ['TZ=UTC 0 0 * * *', 'Expected exactly 5 fields, found 6: TZ=UTC 0 0 * * *'],
])('before 1.21, %s is refused in other words', (text, problem) => expect(olderScheduleProblem(text)).toBe(problem))
