import { expect, it } from 'vitest'
import { CONTROLLER_NAMES, checkControllerNames, ControllersError } from './names'
import { CONTROLLERS } from './table'

it('are those of the controllers, in their order', () => {
  expect(CONTROLLERS.map(({ name }) => name)).toEqual(CONTROLLER_NAMES)
})

it.each([['*'], ['job', '-namespace'], ['*', '-scheduler']])('%s are accepted', (...items) => {
  expect(() => checkControllerNames(items)).not.toThrow()
})

it.each([['nobody'], ['*', '-nobody'], ['']])('%s are refused', (...items) => {
  expect(() => checkControllerNames(items)).toThrow(ControllersError)
})
