import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startAdminsCluster, type TestCluster } from '../../testing/cluster'

const CONTAINER = { name: 'c', image: 'x' }
const POD = (spec: object) => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name: 'p' },
  spec: { containers: [CONTAINER], ...spec },
})
const CRON = (schedule: string) => ({
  apiVersion: 'batch/v1',
  kind: 'CronJob',
  metadata: { name: 'c' },
  spec: {
    schedule,
    jobTemplate: { spec: { template: { spec: { restartPolicy: 'Never', containers: [CONTAINER] } } } },
  },
})
const SERVICE = (trafficDistribution: string) => ({
  apiVersion: 'v1',
  kind: 'Service',
  metadata: { name: 's' },
  spec: { ports: [{ port: 80 }], trafficDistribution },
})
const sleeping = (seconds: number) =>
  POD({ containers: [{ ...CONTAINER, lifecycle: { preStop: { sleep: { seconds } } } }] })
const PODS = '/api/v1/namespaces/default/pods'
const CRONS = '/apis/batch/v1/namespaces/default/cronjobs'
const SERVICES = '/api/v1/namespaces/default/services'
const ALONE = { hostUsers: false, hostNetwork: true, hostPID: true }
const DEVICE = { hostUsers: false, containers: [{ ...CONTAINER, volumeDevices: [{ name: 'v', devicePath: '/d' }] }] }
const CLAIMS = { volumes: [{ name: 'v', persistentVolumeClaim: { claimName: 'x' } }] }
const ZONE = 'Invalid value: "TZ=UTC * * * * *": cannot use TZ or CRON_TZ in schedule, use timeZone field instead'

const CASES: Readonly<Record<string, readonly (readonly [path: string, body: object, errors: readonly string[]])[]>> = {
  '1.28': [
    [CRONS, CRON('TZ=UTC * * * * *'), []],
    [
      PODS,
      POD({ schedulingGates: [{ name: 'a' }], nodeName: 'n' }),
      ['spec.nodeName: Forbidden: cannot be set until all schedulingGates have been cleared'],
    ],
  ],
  '1.30': [[SERVICES, SERVICE('Odd'), []]],
  '1.32': [
    [CRONS, CRON('TZ=UTC * * * * *'), [`spec.schedule: ${ZONE}`]],
    [
      SERVICES,
      SERVICE('PreferSameZone'),
      ['spec.trafficDistribution: Unsupported value: "PreferSameZone": supported values: "PreferClose"'],
    ],
    [
      PODS,
      sleeping(0),
      [
        'spec.containers[0].lifecycle.preStop.sleep: Invalid value: 0: must be greater than 0 and less than terminationGracePeriodSeconds (30). Enable AllowPodLifecycleSleepActionZeroValue feature gate for zero sleep.',
      ],
    ],
  ],
  '1.33': [
    [
      PODS,
      POD(ALONE),
      [
        'spec.hostNetwork: Forbidden: when `pod.Spec.HostUsers` is false',
        'spec.HostPID: Forbidden: when `pod.Spec.HostUsers` is false',
      ],
    ],
    [PODS, POD({ ...DEVICE, ...CLAIMS }), []],
  ],
  '1.35': [
    [
      PODS,
      POD(ALONE),
      ['spec.hostNetwork: Forbidden: when `hostUsers` is false', 'spec.HostPID: Forbidden: when `hostUsers` is false'],
    ],
    [PODS, POD({ ...DEVICE, ...CLAIMS }), ['spec.containers[0].volumeDevices: Forbidden: when `hostUsers` is false']],
    [
      PODS,
      sleeping(31),
      [
        'spec.containers[0].lifecycle.preStop.sleep: Invalid value: 31: must be non-negative and less than terminationGracePeriodSeconds (30)',
      ],
    ],
    [SERVICES, SERVICE('PreferSameZone'), []],
    [
      SERVICES,
      SERVICE('Odd'),
      [
        'spec.trafficDistribution: Unsupported value: "Odd": supported values: "PreferClose", "PreferSameZone", "PreferSameNode"',
      ],
    ],
  ],
}

describe.each(Object.entries(CASES))('objects at %s', (name, cases) => {
  let cluster: TestCluster
  beforeAll(async () => {
    cluster = await startAdminsCluster(name)
  })
  afterAll(() => cluster.stop())

  it.each(cases)('a POST to %s of %j', async (path, body, errors) => {
    const answer = await cluster.send('POST', `${path}?dryRun=All`, body)
    const { details } = (await answer.json()) as { details?: { causes?: { field: string; message: string }[] } }
    expect((details?.causes ?? []).map(({ field, message }) => `${field}: ${message}`)).toEqual(errors)
    expect(answer.status).toBe(errors.length > 0 ? 422 : 201)
  })
})
