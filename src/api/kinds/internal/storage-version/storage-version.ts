import type { KindBehaviour } from '../../../kind'
import { asDraft } from '../../meta/draft'
import { AGE, tableOf } from '../../meta/table-columns'

interface Version {
  status: { commonEncodingVersion: string; storageVersions: { apiServerID: string; encodingVersion: string }[] }
}
const SHOWN = 3

/** The versions in which servers store a resource. */
export const storageVersion: KindBehaviour = {
  group: 'internal.apiserver.orch.io',
  resource: 'storageversions',
  kind: 'StorageVersion',
  hasStatus: true,
  subresources: { status: {} },
  ...tableOf(
    (object) => asDraft<Version>(object).status ?? {},
    ['CommonEncodingVersion', 'string', ({ commonEncodingVersion = '<unset>' }) => commonEncodingVersion],
    [
      'StorageVersions',
      'string',
      ({ storageVersions = [] }) => {
        const all = storageVersions.map(
          ({ apiServerID = '', encodingVersion = '' }) => `${apiServerID}=${encodingVersion}`,
        )
        const rest = all.length - SHOWN
        return all.slice(0, SHOWN).join(',') + (rest > 0 ? ` + ${rest} more...` : '')
      },
    ],
    AGE,
  ),
}
