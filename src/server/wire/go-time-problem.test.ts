import { expect, test } from 'vitest'
import { goTimeProblem } from './go-time-problem'

const LAYOUT = '"2006-01-02T15:04:05Z07:00"'

test.each([
  ['2020-01-31T00:00:00Z', undefined],
  ['2020-01-31T00:00:00.5+01:00', undefined],
  ['x', `parsing time "x" as ${LAYOUT}: cannot parse "x" as "2006"`],
  ['2020-01-31', `parsing time "2020-01-31" as ${LAYOUT}: cannot parse "" as "T"`],
  ['2020-13-01T00:00:00Z', 'parsing time "2020-13-01T00:00:00Z": month out of range'],
  ['2020-02-30T00:00:00Z', 'parsing time "2020-02-30T00:00:00Z": day out of range'],
  ['2020-01-01T00:00:00Zx', 'parsing time "2020-01-01T00:00:00Zx": extra text: "x"'],
  ['2020-01-01T00:00:00', `parsing time "2020-01-01T00:00:00" as ${LAYOUT}: cannot parse "" as "Z07:00"`],
])('%s', (text, problem) => {
  expect(goTimeProblem(text)).toBe(problem)
})
