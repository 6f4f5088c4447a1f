import { describe, expect, it, onTestFinished } from 'vitest'
import { createAuthority } from './pki/authority'
import { toPem } from './pki/pem'
import { startCluster } from './testing/cluster'
import { eventually } from './testing/eventually'

describe('--root-ca-file', () => {
  const published = { group: '', version: 'v1', resource: 'configmaps', namespace: 'default' }

  it('is published to clients for verifying the server', async () => {
    const { certificate } = await createAuthority(crypto, { name: 'front door', now: Date.now() })
    const pem = toPem('CERTIFICATE', certificate)
    const cluster = await startCluster(['--root-ca-file=front.pem'], { files: { 'front.pem': pem } })
    onTestFinished(() => cluster.stop())
    await eventually(async () =>
      expect(await cluster.admin.get(published, 'orch-root-ca.crt')).toMatchObject({ data: { 'ca.crt': pem } }),
    )
  })

  it.each([
    ['holds no certificate', { 'front.pem': 'none' }, '--root-ca-file: front.pem: '],
    ['is not there', {}, 'no file front.pem'],
  ])('is refused when it %s', async (_what, files, why) => {
    await expect(startCluster(['--root-ca-file=front.pem'], { files })).rejects.toThrow(why)
  })
})
