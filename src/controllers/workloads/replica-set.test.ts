import { expect, it } from 'vitest'
import { world } from '../../testing/controller-world'
import { replicaSet } from './replica-set'

const status = (code: number, reason: string, details: object = {}): Response =>
  Response.json({ kind: 'Status', status: 'Failure', code, reason, message: reason, details }, { status: code })

it.each([
  ['POST', 1, status(403, 'Forbidden'), [{ reason: 'FailedCreate', message: 'Forbidden' }]],
  ['POST', 1, status(403, 'Forbidden', { causes: [{ reason: 'NamespaceTerminating' }] }), []],
  ['DELETE', 0, status(403, 'Forbidden'), [{ reason: 'FailedDelete', message: 'unable to delete pods: Forbidden' }]],
])(
  'tells that the server refuses %s of pods, unless the namespace ends: %#',
  async (refused, replicas, answer, expected) => {
    const { api, start } = world()
    const template = { metadata: { labels: { app: 'a' } }, spec: {} }
    const { metadata } = api.put('replicasets', {
      metadata: { name: 'web', namespace: 'n' },
      spec: { replicas, selector: { matchLabels: { app: 'a' } }, template },
    })
    const owner = { apiVersion: 'apps/v1', kind: 'ReplicaSet', name: 'web', uid: metadata.uid ?? '', controller: true }
    if (refused === 'DELETE')
      api.put('pods', {
        ...template,
        metadata: { ...template.metadata, name: 'p', namespace: 'n', ownerReferences: [owner] },
      })
    api.answer = (method, { collection }) => (method === refused && collection === 'pods' ? answer.clone() : undefined)
    await start(replicaSet)
    const { conditions = [] } = (api.get('replicasets', 'n', 'web')?.status ?? {}) as { conditions?: object[] }
    expect(conditions).toEqual(
      expected.map((part) => expect.objectContaining({ type: 'ReplicaFailure', ...part }) as object),
    )
  },
)
