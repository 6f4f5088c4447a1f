import { expect, test } from 'vitest'
import type { ApiObject } from '../../../../machinery/object'
import { kindContext } from '../../../../testing/kinds'
import { namespace } from './namespace'

const held: ApiObject = { metadata: { name: 'a' }, spec: { finalizers: ['a.example.com/b', 'not qualified'] } }

test('an update of the finalizers names the wrong one by its place, a new namespace does not', () => {
  const context = kindContext()
  const places = (errors: Iterable<{ field: string }> | undefined) => [
    ...new Set([...(errors ?? [])].map(({ field }) => field)),
  ]
  const { finalize } = namespace.subresources ?? {}
  expect(places(finalize?.validateUpdate?.(held, held, context))).toEqual(['spec.finalizers[1]'])
  expect(places(namespace.validate?.(held, context))).toEqual(['spec.finalizers'])
})
