import type { Records } from '../store/record-texts'
import type { EtcdConnection } from './connection'
import type { Keyspace } from './keyspace'
import { CREATE_REVISION, EQUAL } from './messages'

/** Records other than objects. The first server that writes one wins; later ones read that. */
export function etcdTexts(connection: EtcdConnection, keyspace: Keyspace): Pick<Records, 'what' | 'get' | 'write'> {
  const nameOf = (key: string): string => keyspace.own(encodeURIComponent(key))
  return {
    what: connection.what,
    async get(key) {
      const { kvs } = await connection.range({ key: nameOf(key) })
      return kvs[0]?.value
    },
    async write(writes) {
      for (const { key, text } of writes) {
        const name = nameOf(key)
        await connection.txn({
          compare: [{ result: EQUAL, target: CREATE_REVISION, key: name, create_revision: 0 }],
          success: [
            text === undefined ? { request_delete_range: { key: name } } : { request_put: { key: name, value: text } },
          ],
        })
      }
    },
  }
}
