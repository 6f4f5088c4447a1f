import { describe, expect, it } from 'vitest'
import { pathOf, targetWith } from './targets'

const PODS = { group: '', version: 'v1', resource: 'pods' }
const DEPLOYMENTS = { group: 'apps', version: 'v1', resource: 'deployments' }

it.each<[string, Parameters<typeof pathOf>]>([
  ['/api/v1/pods', [PODS]],
  ['/apis/apps/v1/deployments', [DEPLOYMENTS]],
  ['/apis/apps/v1/namespaces/a/deployments/d/scale', [{ ...DEPLOYMENTS, namespace: 'a' }, 'd', 'scale']],
  ['/api/v1/pods/a%2Fb', [PODS, 'a/b']],
])('the path %s', (path, parts) => expect(pathOf(...parts)).toBe(path))

describe('a path with more parameters', () => {
  it.each<[string, Parameters<typeof targetWith>]>([
    ['/api/v1/pods', ['/api/v1/pods', {}]],
    ['/api/v1/pods?limit=5', ['/api/v1/pods', { limit: 5, continue: undefined }]],
    ['/api/v1/pods?watch=true&limit=5', ['/api/v1/pods?watch=true', { limit: 5 }]],
    ['/api/v1/pods?watch=true', ['api/v1/pods?watch=1', { watch: true }]],
    ['/api/../v1', ['/api/../v1', {}]],
  ])('is %s', (path, parts) => expect(targetWith(...parts)).toBe(path))
})
