import { describe, expect, it } from 'vitest'
import type { ApiObject } from '../../../machinery/object'
import { controlRows, fitFor, podSubject } from './pod-levels'

const SAFE = {
  securityContext: { runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } },
  containers: [{ name: 'a', securityContext: { allowPrivilegeEscalation: false, capabilities: { drop: ['ALL'] } } }],
}
const object = (kind: string, more: object): ApiObject => ({ kind, metadata: {}, ...more })

describe('levels of a manifest', () => {
  it.each<[string, ApiObject, string]>([
    ['restricted', object('Pod', { spec: SAFE }), ''],
    ['baseline', object('Pod', { spec: { containers: [{ name: 'a' }] } }), ''],
    ['privileged', object('Deployment', { spec: { template: { spec: { hostNetwork: true } } } }), 'spec.template.'],
    [
      'restricted',
      object('CronJob', { spec: { jobTemplate: { spec: { template: { spec: SAFE } } } } }),
      'spec.jobTemplate.spec.template.',
    ],
  ])('%s', (level, manifest, prefix) => {
    const found = podSubject(manifest)
    if (!found) throw new Error('no pod')
    expect(found.prefix).toBe(prefix)
    expect(fitFor(controlRows(found.subject, 25))).toBe(level)
  })

  it('have nothing to say of other kinds', () => {
    expect(podSubject(object('ConfigMap', {}))).toBeUndefined()
    expect(podSubject(object('toString', {}))).toBeUndefined()
  })

  it('lead to the stricter control where one says more about the same', () => {
    const found = podSubject(object('Pod', { spec: {} }))
    if (!found) throw new Error('no pod')
    const row = controlRows(found.subject, 25).find(({ control }) => control.id === 'capabilities_baseline')
    expect(row?.levels.restricted).toBeUndefined()
    expect(row?.stricter).toHaveLength(1)
  })

  it('say which fields a control is about', () => {
    const found = podSubject(object('Pod', { spec: { hostPID: true, containers: [{ name: 'a' }] } }))
    if (!found) throw new Error('no pod')
    const row = controlRows(found.subject, 25).find(({ control }) => control.id === 'hostNamespaces')
    expect(row?.levels.baseline?.violation?.fields).toEqual(['spec.hostPID'])
    expect(row?.levels.restricted?.violation).toBeDefined()
  })
})
