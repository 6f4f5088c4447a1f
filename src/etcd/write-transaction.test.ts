import { expect, it } from 'vitest'
import type { Write } from '../store/store'
import { keyspaceAt } from './keyspace'
import { EQUAL, LESS, MOD_REVISION } from './messages'
import { writeTransaction } from './write-transaction'

const KEYSPACE = keyspaceAt('/registry')
const KEY = '/registry/pods/a'
const expected = { result: EQUAL, target: MOD_REVISION, key: KEY, mod_revision: 7 }

it.each<[string, Write, object]>([
  [
    'a put compares the revision of its key',
    { type: 'put', key: '/pods/a', value: { kind: 'Pod' }, expect: 7 },
    { compare: [expected], success: [{ request_put: { key: KEY, value: '{"kind":"Pod"}' } }] },
  ],
  [
    'a delete has no value',
    { type: 'delete', key: '/pods/a', expect: 7 },
    { compare: [expected], success: [{ request_delete_range: { key: KEY } }] },
  ],
  [
    'a write may require that a prefix has not changed since a revision',
    { type: 'delete', key: '/pods/a', expect: 7, undisturbed: { prefix: '/quotas/', revision: 9 } },
    {
      compare: [
        expected,
        {
          key: '/registry/quotas/',
          range_end: '/registry/quotas0',
          result: LESS,
          target: MOD_REVISION,
          mod_revision: 10,
        },
      ],
      success: [{ request_delete_range: { key: KEY } }],
    },
  ],
])('%s', (_, write, transaction) => expect(writeTransaction(write, KEYSPACE)).toEqual(transaction))
