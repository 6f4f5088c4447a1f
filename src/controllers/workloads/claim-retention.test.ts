import { expect, test } from 'vitest'
import { retainedOwners } from './claim-retention'

const SET = { apiVersion: 'apps/v1', kind: 'StatefulSet', name: 'db', uid: 's' }
const POD = { apiVersion: 'v1', kind: 'Pod', name: 'db-1', uid: 'p' }
const OTHER = { apiVersion: 'v1', kind: 'ConfigMap', name: 'o', uid: 'o' }
const controls = { controller: true, blockOwnerDeletion: true }
const pod = { metadata: { name: 'db-1', uid: 'p' } }
const policy = (whenDeleted: string, whenScaled: string) => ({
  metadata: { name: 'db', uid: 's' },
  spec: { persistentVolumeClaimRetentionPolicy: { whenDeleted, whenScaled } },
})
const [KEEP, WITH_SET, WITH_POD, WITH_BOTH] = [
  policy('Retain', 'Retain'),
  policy('Delete', 'Retain'),
  policy('Retain', 'Delete'),
  policy('Delete', 'Delete'),
]

test.each<
  [string, set: typeof KEEP, wanted: boolean, before: object[], after: object[] | undefined, controlling?: boolean]
>([
  ['nobody where all is kept', KEEP, true, [], undefined],
  ['nobody any more', KEEP, false, [SET, POD], []],
  ['the set', WITH_SET, true, [], [SET]],
  ['the set, of a pod that was scaled away, too', WITH_SET, false, [], [SET]],
  ['the set, as it does', WITH_SET, true, [SET], undefined],
  ['nobody while the pod is wanted', WITH_POD, true, [POD], []],
  ['the pod that was scaled away', WITH_POD, false, [], [POD]],
  ['the set while the pod is wanted', WITH_BOTH, true, [POD], [SET]],
  ['the pod that was scaled away, and not the set', WITH_BOTH, false, [SET], [POD]],
  ['others as before', WITH_SET, true, [OTHER], [OTHER, SET]],
  ['the set as what controls it', WITH_SET, true, [SET], [{ ...SET, ...controls }], true],
  ['nobody beside another that controls it', WITH_SET, true, [{ ...OTHER, ...controls }], undefined, true],
])('a claim belongs to %s', (_, set, wanted, before, after, controlling = false) => {
  const claim = { metadata: { name: 'data-db-1', ownerReferences: before as (typeof SET)[] } }
  const owner = { ...SET, ...controls }
  expect(retainedOwners(set, claim, { set: owner, pod, wanted, controlling })).toEqual(after)
})
