import { writeJson } from '../machinery/json-text'
import type { Write } from '../store/store'
import type { Keyspace } from './keyspace'
import { type Compare, EQUAL, LESS, MOD_REVISION, type TxnRequest } from './messages'

/** A write as a transaction of etcd: it compares the key's revision and, if asked, that nothing under a prefix has changed. */
export function writeTransaction(write: Write, keyspace: Keyspace): TxnRequest {
  const key = keyspace.toEtcd(write.key)
  const compare: Compare[] = [{ result: EQUAL, target: MOD_REVISION, key, mod_revision: write.expect }]
  if (write.undisturbed) {
    const { prefix, revision } = write.undisturbed
    const range = { key: keyspace.toEtcd(prefix), range_end: keyspace.endOf(prefix) }
    compare.push({ ...range, result: LESS, target: MOD_REVISION, mod_revision: revision + 1 })
  }
  const op =
    write.type === 'put' ? { request_put: { key, value: writeJson(write.value) } } : { request_delete_range: { key } }
  return { compare, success: [op] }
}
