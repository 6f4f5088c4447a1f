import { expect, test } from 'vitest'
import { certificateSigningRequest } from './kinds/certificates/certificate-signing-request/certificate-signing-request'
import { KINDS } from './generated/kinds/behaviours'
import { behaviourAt, columnsAt } from './release-columns'

test.each([
  [21, ['Age', 'SignerName', 'Requestor', 'Condition']],
  [22, ['Age', 'SignerName', 'Requestor', 'RequestedDuration', 'Condition']],
])('release 1.%i shows %j', (release, names) => {
  const { columns, cells } = columnsAt(certificateSigningRequest, release)
  expect(columns?.map(({ name }) => name)).toEqual(names)
  const row = cells?.(
    { metadata: { creationTimestamp: '1970-01-01T00:00:00Z' }, spec: { signerName: 's', username: 'u' } },
    1000,
  )
  expect(row).toEqual(['1s', 's', 'u', ...(names.length === 5 ? ['<none>'] : []), 'Pending'])
})

const namesOf = (group: string, resource: string, release: number) => {
  const kind = KINDS.find((one) => one.group === group && one.resource === resource)
  return kind && behaviourAt(kind, release).columns?.map(({ name }) => name)
}

test.each<[string, string, number, string[]]>([
  ['', 'serviceaccounts', 34, ['Secrets', 'Age']],
  ['', 'serviceaccounts', 35, ['Age']],
  ['', 'resourcequotas', 32, ['Age', 'Request', 'Limit']],
  ['', 'resourcequotas', 33, ['Request', 'Limit', 'Age']],
  ['scheduling.orch.io', 'priorityclasses', 31, ['Value', 'Global-Default', 'Age']],
  ['scheduling.orch.io', 'priorityclasses', 32, ['Value', 'Global-Default', 'Age', 'PreemptionPolicy']],
  ['storage.orch.io', 'csidrivers', 20, ['AttachRequired', 'PodInfoOnMount', 'Modes', 'Age']],
  [
    'storage.orch.io',
    'csidrivers',
    21,
    ['AttachRequired', 'PodInfoOnMount', 'StorageCapacity', 'TokenRequests', 'RequiresRepublish', 'Modes', 'Age'],
  ],
  ['storagemigration.orch.io', 'storageversionmigrations', 34, ['Resource']],
  ['storagemigration.orch.io', 'storageversionmigrations', 35, ['Resource', 'Status']],
  ['coordination.orch.io', 'leasecandidates', 32, ['LeaseName', 'BinaryVersion', 'EmulationVersion', 'Age']],
  ['certificates.orch.io', 'clustertrustbundles', 33, ['SignerName']],
  ['scheduling.orch.io', 'podgroups', 36, ['Policy', 'Workload', 'Status', 'Age']],
  ['scheduling.orch.io', 'workloads', 36, ['Age']],
  ['internal.apiserver.orch.io', 'storageversions', 25, ['CommonEncodingVersion', 'StorageVersions', 'Age']],
])('%s/%s of 1.%i: %j', (group, resource, release, names) => expect(namesOf(group, resource, release)).toEqual(names))

const cellsOf = (resource: string, object: object) =>
  KINDS.find((one) => one.resource === resource)?.cells?.({ metadata: {}, ...object }, 60_000)

test.each<[string, object, unknown[]]>([
  ['podgroups', {}, ['Basic', '<none>', 'Pending']],
  [
    'podgroups',
    {
      spec: { schedulingPolicy: { gang: {} }, podGroupTemplateRef: { workload: { workloadName: 'w' } } },
      status: { conditions: [{ type: 'PodGroupScheduled', status: 'False' }] },
    },
    ['Gang', 'w', 'Unschedulable'],
  ],
  ['podgroups', { status: { conditions: [{ type: 'DisruptionTarget', reason: 'R' }] } }, ['Basic', '<none>', 'R']],
  ['storageversionmigrations', { spec: { resource: { resource: 'pods' } } }, ['pods', 'Unknown']],
  [
    'storageversionmigrations',
    {
      spec: { resource: { resource: 'jobs', group: 'batch' } },
      status: {
        conditions: [
          { type: 'Running', status: 'False' },
          { type: 'Succeeded', status: 'True' },
        ],
      },
    },
    ['jobs.batch', 'Succeeded'],
  ],
  [
    'podcertificaterequests',
    {
      spec: { podName: 'p', unverifiedUserAnnotations: { b: '2', a: '1' } },
      status: { conditions: [{ type: 'Denied' }] },
    },
    ['p', '', '', '', 'Denied', 'a=1,b=2'],
  ],
  ['resourcepoolstatusrequests', { spec: { driver: 'd' } }, ['d', '-', '-', '-', '-', '-', 0, 'Pending', '<none>']],
  [
    'resourcepoolstatusrequests',
    {
      spec: { driver: 'd' },
      status: {
        poolCount: 2,
        pools: [
          { totalDevices: 4, availableDevices: 1, allocatedDevices: 2, unavailableDevices: 1, validationError: 'e' },
        ],
        conditions: [{ type: 'Complete', status: 'True', lastTransitionTime: '1970-01-01T00:00:30Z' }],
      },
    },
    ['d', '4', '1', '2', '1', '1', 2, 'Complete (1/2 pools)', '30s'],
  ],
  [
    'storageversions',
    {
      status: {
        storageVersions: ['a', 'b', 'c', 'd'].map((apiServerID) => ({ apiServerID, encodingVersion: 'v1' })),
      },
    },
    ['<unset>', 'a=v1,b=v1,c=v1 + 1 more...'],
  ],
])('a row of %s: %j is %j', (resource, object, cells) =>
  expect(cellsOf(resource, object)?.slice(0, cells.length)).toEqual(cells),
)
