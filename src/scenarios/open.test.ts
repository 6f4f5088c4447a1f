import { expect, it } from 'vitest'
import { openScenario } from '../scenario-world'
import type { Scenario } from './scenario'

const namespace = (name: string) => ({ apiVersion: 'v1', kind: 'Namespace', metadata: { name } })

it.each<[string, Partial<Scenario>, RegExp]>([
  ['an object', { objects: [namespace('fine'), namespace('NOT FINE')] }, /^objects\[1\]: .*422: Namespace "NOT FINE"/],
  ['a kind', { objects: [{ apiVersion: 'v1', kind: 'Tree' }] }, /objects\[0\] is a Tree, and v1 has no such kind here/],
  ['an object without a kind', { objects: [{ metadata: {} }] }, /objects\[0\] has no apiVersion and kind/],
  ['a deletion', { deletes: ['/api/v1/namespaces/default'] }, /^deletes\[0\]: .*403/],
  [
    'a request',
    { requests: [{ advance: '1s' }, { send: 'GET /api/v1/namespaces/none' }] },
    /^requests\[1\]: admin: GET \/api\/v1\/namespaces\/none was answered with 404/,
  ],
])('names the place of the invalid %s', async (_, part, message) => {
  await expect(openScenario({ format: 1, title: 't', summary: 's', ...part })).rejects.toThrow(message)
})
