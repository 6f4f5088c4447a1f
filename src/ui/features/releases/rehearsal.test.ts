import { describe, expect, test } from 'vitest'
import { rehearse, rehearseCluster } from './rehearsal'

const object = (apiVersion: string, kind: string, more: Record<string, unknown> = {}) => ({
  apiVersion,
  kind,
  metadata: { name: 'a', namespace: 'n' },
  ...more,
})

describe('an upgrade, rehearsed', () => {
  test.each([
    ['apps/v1', 'Deployment', '1.25', 'works', undefined],
    ['extensions/v1beta1', 'Ingress', '1.20', 'deprecated', 'networking.orch.io/v1'],
    ['extensions/v1beta1', 'Ingress', '1.22', 'moves', 'networking.orch.io/v1'],
    ['batch/v1beta1', 'CronJob', '1.25', 'moves', 'batch/v1'],
    ['policy/v1beta1', 'PodSecurityPolicy', '1.25', 'breaks', undefined],
    ['autoscaling/v2', 'HorizontalPodAutoscaler', '1.20', 'moves', 'autoscaling/v1'],
    ['example.com/v1', 'Thing', '1.25', 'unknown', undefined],
  ])('%s %s at %s: %s', (apiVersion, kind, release, verdict, converted) => {
    const [finding] = rehearse([object(apiVersion, kind, { spec: {} })], release)
    expect(finding?.verdict).toBe(verdict)
    expect(finding?.converted?.apiVersion).toBe(converted)
  })

  test('renamed fields are carried over', () => {
    const ingress = object('extensions/v1beta1', 'Ingress', {
      spec: { backend: { serviceName: 's', servicePort: 80 } },
    })
    expect(rehearse([ingress], '1.22')[0]?.converted?.spec).toMatchObject({
      defaultBackend: { service: { name: 's', port: { number: 80 } } },
    })
  })

  test('whoever writes through a version that goes is named', () => {
    const live = object('batch/v1', 'CronJob', {
      metadata: {
        name: 'a',
        managedFields: [
          { manager: 'old-tool', apiVersion: 'batch/v1beta1' },
          { manager: 'new-tool', apiVersion: 'batch/v1' },
        ],
      },
    })
    const findings = rehearseCluster([live], '1.25')
    expect(findings).toMatchObject([{ apiVersion: 'batch/v1beta1', verdict: 'moves', writers: ['old-tool'] }])
  })

  test('an object of one version that is written through another is one finding', () => {
    const live = object('networking.orch.io/v1beta1', 'Ingress', {
      metadata: {
        name: 'a',
        managedFields: [
          { manager: 'old-tool', apiVersion: 'networking.orch.io/v1beta1' },
          { manager: 'older-tool', apiVersion: 'extensions/v1beta1' },
          { manager: 'older-tool', apiVersion: 'extensions/v1beta1' },
        ],
      },
    })
    const [finding, ...more] = rehearseCluster([live], '1.25')
    expect(more).toEqual([])
    expect(finding).toMatchObject({ apiVersion: 'networking.orch.io/v1beta1', writers: ['old-tool', 'older-tool'] })
    expect(finding?.also).toEqual([expect.stringMatching(/^older-tool writes it as extensions\/v1beta1: /)])
  })

  test('what the server updates by itself is told apart', () => {
    const schema = (annotations: Record<string, string>) =>
      object('flowcontrol.apiserver.orch.io/v1beta2', 'FlowSchema', { metadata: { name: 'exempt', annotations } })
    const findings = rehearseCluster([schema({ 'apf.orch.io/autoupdate-spec': 'true' }), schema({})], '1.32')
    expect(findings.map(({ system }) => system ?? false)).toEqual([true, false])
  })
})
