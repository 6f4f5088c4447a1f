import { describe, expect, it } from 'vitest'
import { placeOfPath } from './place'

describe('the place of a path', () => {
  it.each([
    ['/', '/', {}],
    ['/explore', '/explore', {}],
    ['/access/why', '/access/why', {}],
    [
      '/reference/apps/v1/deployments',
      '/reference/$group/$version/$resource',
      { group: 'apps', resource: 'deployments' },
    ],
    ['/explore/core/v1/pods/default/a%2Fb', '/explore/$group/$version/$resource/$namespace/$name', { name: 'a/b' }],
  ])('%s is %s', (path, to, params) => expect(placeOfPath(path)).toMatchObject({ to, params }))

  it.each(['', '/nowhere', '/access/nothing', '/explore/core', '/explore/core/v1/', '/explore/core/v1/%'])(
    '%j is not a place',
    (path) => expect(placeOfPath(path)).toBeUndefined(),
  )
})
