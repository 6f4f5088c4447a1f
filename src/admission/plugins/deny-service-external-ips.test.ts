import { expect, test } from 'vitest'
import { AdmissionStage } from '../../testing/admission-stage'
import { denyServiceExternalIps } from './deny-service-external-ips'

const service = (...externalIPs: string[]) => ({ metadata: { name: 's' }, spec: { externalIPs } })

test.each([
  ['a new service without', service(), undefined, 'passed'],
  ['a new service with', service('192.0.2.1'), undefined, '403'],
  ['keeping', service('192.0.2.1'), service('192.0.2.1'), 'passed'],
  ['reducing', service('192.0.2.1'), service('192.0.2.2', '192.0.2.1'), 'passed'],
  ['adding', service('192.0.2.1', '192.0.2.2'), service('192.0.2.1'), '403'],
  ['replacing', service('192.0.2.2'), service('192.0.2.1'), '403'],
])('external addresses: %s', async (_, object, oldObject, expected) => {
  const stage = new AdmissionStage()
  const verdict = await stage.verdict(denyServiceExternalIps(), {
    of: 'services',
    object,
    ...(oldObject && { oldObject }),
  })
  expect(verdict.slice(0, expected.length)).toBe(expected)
})
