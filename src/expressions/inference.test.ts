import { expect, it } from 'vitest'
import { Inference, isCompound } from './inference'
import { STANDARD } from './libraries/standard'
import { BOOL, DOUBLE, DYN, INT, listOf, mapOf, showType, STRING, type Type } from './types'

const named = (name: string) => STANDARD.filter((one) => one.name === name)

it.each<[string, Type[], string | undefined]>([
  ['_+_', [INT, INT], 'int'],
  ['_+_', [listOf(INT), listOf(INT)], 'list(int)'],
  ['_+_', [DYN, INT], 'int'],
  ['_+_', [DYN, DYN], 'dyn'],
  ['_+_', [INT, STRING], undefined],
  ['_==_', [INT, INT], 'bool'],
  ['_==_', [listOf(INT), listOf(INT)], 'bool'],
  ['size', [mapOf(STRING, INT)], 'int'],
  ['size', [], undefined],
])('%s of %j is %s', (name, types, result) => {
  const found = new Inference().resultOf(named(name), types)
  expect(found && showType(found)).toBe(result)
})

it('a new type becomes what it is fitted to, and dyn without that', () => {
  const inference = new Inference()
  const [one, other] = [inference.newType(), inference.newType()]
  expect(inference.fits(listOf(one), listOf(INT))).toBe(true)
  expect(inference.resolvedPart(mapOf(one, other))).toEqual(mapOf(INT, other))
  expect(inference.resolved(mapOf(one, other))).toEqual(mapOf(INT, DYN))
})

it('overloads that do not fit leave nothing behind', () => {
  const inference = new Inference()
  const open = inference.newType()
  expect(inference.resultOf(named('_+_'), [open, BOOL])).toBeUndefined()
  expect(inference.resolvedPart(open)).toEqual(open)
})

it('two types that differ have dyn in common', () => {
  const inference = new Inference()
  expect([inference.joined(INT, INT), inference.joined(INT, DOUBLE)]).toEqual([INT, DYN])
})

it.each<[Type, boolean]>([
  [INT, false],
  [listOf(INT), true],
  [new Inference().newType(), true],
])('%j may be made of others: %s', (type, compound) => expect(isCompound(type)).toBe(compound))
