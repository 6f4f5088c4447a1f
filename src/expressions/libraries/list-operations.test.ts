import { expect, it } from 'vitest'
import { Environment } from '../environment'
import { compile } from '../program'
import { LIST_OPERATIONS } from './list-operations'

const environment = new Environment({ libraries: [LIST_OPERATIONS], homogeneous: true })
const run = (source: string) => compile(source, environment).run({ variable: () => undefined })

// Each list that is written down costs 10, and so does the name that sortBy gives its list.
it.each<[string, number]>([
  ['lists.range(4) == [0, 1, 2, 3]', 26],
  ['lists.range(0) == []', 21],
  ['[5, 1, 2, 3].reverse() == [3, 2, 1, 5]', 36],
  ['[1, 2, 3, 4].slice(1, 3) == [2, 3]', 34],
  ['[[1], [2, 3], []].flatten() == [1, 2, 3]', 65],
  ['[[[1]], [[2, 3]]].flatten(2) == [1, 2, 3]', 76],
  ['dyn([1]).flatten() == [1]', 34],
  ['[dyn(1), dyn([2])].flatten() == [1, 2]', 46],
  ['[4, 3, 2, 1].sort() == [1, 2, 3, 4]', 64],
  ['["d", "a", "b", "c"].sort() == ["a", "b", "c", "d"]', 65],
  ['[].sortBy(e, e) == []', 44],
  ['["a"].sortBy(e, e) == ["a"]', 60],
  ['[-3, 1, -5, -2, 4].sortBy(e, -(e * e)) == [-5, 4, -3, -2, 1]', 175],
  ['[-2, 5, -2, 1, 1, 5, -2, 1].distinct() == [-2, 5, 1]', 160],
  ['["c", "a", "a", "b"].distinct() == ["c", "a", "b"]', 65],
])('%s, at a cost of %i', (source, cost) => expect(run(source)).toEqual({ value: true, cost }))

it.each([
  ['[1].slice(0, 2)', 'cannot slice(0, 2), list is length 1'],
  ['[1].slice(1, 0)', 'cannot slice(1, 0), start index must be less than or equal to end index'],
  ['[1].slice(-1, 0)', 'cannot slice(-1, 0), negative indexes not supported'],
  ['[[1]].flatten(-1)', 'level must be non-negative'],
  ['lists.range(1000000000000)', 'operation cancelled: actual cost limit exceeded'],
])('%s fails', (source, why) => expect(() => run(source)).toThrow(why))

it.each(['[[1]].sort()', '[{}].sortBy(e, e)'])('%s cannot be compiled', (source) =>
  expect(() => compile(source, environment)).toThrow('found no matching overload'),
)
