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
