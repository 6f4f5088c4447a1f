import { describe, expect, it } from 'vitest'
import { writeOf } from './write'

const at = (method: string, path: string) => writeOf({ method, url: `http://orchard.invalid${path}` })

describe('writeOf', () => {
  it.each([
    ['POST', '/api/v1/namespaces/default/pods', 'create', '', ''],
    ['PUT', '/apis/apps/v1/namespaces/default/deployments/web/scale', 'update', 'web', 'scale'],
    ['PATCH', '/api/v1/nodes/a', 'patch', 'a', ''],
    ['DELETE', '/api/v1/namespaces/default/pods/a', 'delete', 'a', ''],
    ['DELETE', '/api/v1/namespaces/default/pods', 'deletecollection', '', ''],
  ])('%s %s', (method, path, verb, name, subresource) => {
    expect(at(method, path)).toMatchObject({ verb, name, subresource })
  })

  it.each([
    ['GET', '/api/v1/namespaces/default/pods/a'],
    ['POST', '/api/v1/namespaces/default/pods?dryRun=All'],
    ['POST', '/api/v1/namespaces/default/serviceaccounts/a/token'],
    ['POST', '/api/v1/namespaces/default/pods/a/exec'],
    ['POST', '/version'],
  ])('%s %s changes nothing', (method, path) => {
    expect(at(method, path)).toBeUndefined()
  })

  it('names a namespace without a namespace', () => {
    expect(at('DELETE', '/api/v1/namespaces/shop')?.target).toEqual({
      group: '',
      version: 'v1',
      resource: 'namespaces',
    })
  })
})
