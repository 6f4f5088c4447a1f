import { describe, expect, it } from 'vitest'
import { attributesOfRequest } from './recorded'
import { attributesFor } from './question'
import { requestFor } from './request-path'

const version = (group: string) => (group === 'flowcontrol.apiserver.orch.io' ? 'v1beta2' : 'v1')

describe('requests of questions', () => {
  it.each([
    [{ verb: 'list', what: 'pods', namespace: 'a', name: '' }, true, 'GET /api/v1/namespaces/a/pods?limit=10'],
    [{ verb: 'get', what: 'pods/log', namespace: 'a', name: 'p' }, true, 'GET /api/v1/namespaces/a/pods/p/log'],
    [{ verb: 'create', what: 'pods/exec', namespace: 'a', name: 'p' }, true, 'POST /api/v1/namespaces/a/pods/p/exec'],
    [{ verb: 'delete', what: 'nodes', namespace: '', name: 'n' }, false, 'DELETE /api/v1/nodes/n'],
    [
      { verb: 'patch', what: 'deployments.apps', namespace: 'a', name: '' },
      true,
      'PATCH /apis/apps/v1/namespaces/a/deployments/example',
    ],
    [{ verb: 'get', what: '/healthz', namespace: '', name: '' }, true, 'GET /healthz'],
    [
      { verb: 'watch', what: 'flowschemas.flowcontrol.apiserver.orch.io', namespace: '', name: 'x' },
      false,
      'GET /apis/flowcontrol.apiserver.orch.io/v1beta2/flowschemas?watch=true&timeoutSeconds=1&fieldSelector=metadata.name%3Dx',
    ],
  ])('%j', (question, namespaced, expected) => {
    const { method, path } = requestFor(question, namespaced, version)
    expect(`${method} ${path}`).toBe(expected)
    const { apiVersion: _version, path: _path, ...seen } = attributesOfRequest(method, path)
    const {
      apiVersion: _any,
      path: _none,
      user: _user,
      ...asked
    } = attributesFor(question, { name: '', groups: [] }, namespaced)
    expect(seen).toEqual({ ...asked, name: seen.name })
  })
})
