import { expect, test } from 'vitest'
import type { FieldError } from '../../../machinery/field-wording'
import { kindContext } from '../../../testing/kinds'
import { validateClaimSpec } from './claim-spec'

test.each([
  [20, ''],
  [22, ": must be 'PersistentVolumeClaim' when referencing the default apiGroup"],
])('in release 1.%i the error about the source of a claim adds %j', (release, why) => {
  const context = kindContext({ release })
  const spec = { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1' } } }
  const errors: FieldError[] = []
  validateClaimSpec({ ...spec, dataSource: { kind: 'X', name: 'x' } }, 'spec', context, errors)
  expect(errors.map(({ message }) => message)).toEqual([`Invalid value: "X"${why}`])
})

test('errors are in the order of the published server: the selector before unknown modes, after missing ones', () => {
  const fields = (accessModes: string[]): string[] => {
    const errors: FieldError[] = []
    const selector = { matchExpressions: [{ key: 'a', operator: 'In' }] }
    validateClaimSpec({ accessModes, selector }, 'spec', kindContext(), errors)
    return errors.map(({ field }) => field)
  }
  const [values, storage] = ['spec.selector.matchExpressions[0].values', 'spec.resources[storage]']
  expect(fields(['Odd'])).toEqual([values, 'spec.accessModes', storage])
  expect(fields([])).toEqual(['spec.accessModes', values, storage])
})
