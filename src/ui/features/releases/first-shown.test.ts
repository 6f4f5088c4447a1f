import { expect, it } from 'vitest'
import type { Target } from '../../../client/targets'
import type { ApiObject } from '../../../machinery/object'
import type { ResourceInfo } from '../../queries/discovery'
import { resourceInfo } from '../../queries/discovery.testing'
import { firstWithObjects } from './first-shown'

const kind = (resource: string): ResourceInfo => resourceInfo(resource, { resource })
const client = (objects: Readonly<Record<string, readonly string[]>>) => ({
  list: ({ resource }: Target) => {
    const namespaces = objects[resource]
    if (!namespaces) return Promise.reject(new Error(`${resource} are forbidden`))
    const items = namespaces.map((namespace): ApiObject => ({ metadata: { name: 'one', namespace } }))
    return Promise.resolve({ apiVersion: 'v1', kind: 'List', metadata: {}, items })
  },
})

it('passes over kinds without objects and kinds that may not be listed', async () => {
  const [secrets, events, scalers, jobs] = ['secrets', 'events', 'scalers', 'jobs'].map(kind)
  if (!secrets || !events || !scalers || !jobs) throw new Error('there are four kinds')
  const all = client({ events: [], scalers: ['shop', 'zoo'], jobs: ['a'] })
  expect(await firstWithObjects(all, [secrets, events, scalers, jobs])).toEqual({ info: scalers, namespace: 'shop' })
  expect(await firstWithObjects(all, [secrets, events])).toBeUndefined()
})
