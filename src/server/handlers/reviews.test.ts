import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startCluster, type TestCluster } from '../../testing/cluster'

const GROUP = '/apis/authorization.orch.io/v1'
const asks = { user: 'u', resourceAttributes: { namespace: 'a', verb: 'get', resource: 'pods' } }

describe.each(['1.20', '1.25'])('the namespace that a review names, in release %s', (release) => {
  let cluster: TestCluster
  beforeAll(async () => {
    cluster = await startCluster(['--token-auth-file=people', '--authorization-mode=RBAC', `--release=${release}`], {
      files: { people: 'root,root,1,system:masters\n' },
    })
  })
  afterAll(() => cluster.stop())

  // Until 1.24 a review had to say all that it could say; since then the path says what the body leaves out.
  it.each<[string, string, object, { '1.20': number; '1.25': number }]>([
    ['none below a namespace', 'namespaces/a/localsubjectaccessreviews', {}, { '1.20': 422, '1.25': 201 }],
    ['the path’s', 'namespaces/a/localsubjectaccessreviews', { namespace: 'a' }, { '1.20': 201, '1.25': 201 }],
    ['another', 'namespaces/a/localsubjectaccessreviews', { namespace: 'b' }, { '1.20': 422, '1.25': 400 }],
    ['one where there is none', 'subjectaccessreviews', { namespace: 'a' }, { '1.20': 422, '1.25': 201 }],
  ])('%s', async (_what, path, metadata, codes) => {
    const body = { metadata, spec: asks }
    const response = await cluster.send('POST', `${GROUP}/${path}`, body, { authorization: 'Bearer root' })
    expect(response.status).toBe(codes[release as keyof typeof codes])
  })
})
