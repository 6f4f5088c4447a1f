import { describe, expect, it } from 'vitest'
import { writeJson } from '../../../machinery/json-text'
import { readScenario } from '../../../scenarios/read'
import { choicesOf, type Shareable, sharedScenario } from './shared-scenario'

const shareable: Shareable = {
  objects: [],
  flags: [],
  page: '/explore',
  clock: undefined,
  deleted: [{ path: '/apis/rbac.authorization.orch.io/v1/clusterroles/view', kind: 'ClusterRole', title: 'view' }],
  webhooks: [
    {
      id: 'latest',
      title: 'Block latest',
      url: 'https://latest.webhooks.svc/',
      code: 'export default () => ({ allowed: true })',
    },
  ],
}

describe('a shared scenario', () => {
  it('offers to delete objects of the start that were deleted, and deletes them', () => {
    const [deleted] = shareable.deleted
    const choice = {
      id: `delete ${deleted?.path}`,
      title: 'ClusterRole view',
      group: 'Initial objects to delete',
      secret: false,
    }
    expect(choicesOf(shareable)).toContainEqual(choice)
    const scenarioOf = (chosen: readonly string[]) =>
      readScenario(writeJson(sharedScenario(shareable, { title: 'One', note: '', chosen: new Set(chosen) })))
    expect([scenarioOf([choice.id]).deletes, scenarioOf([]).deletes]).toEqual([[deleted?.path], undefined])
  })

  it('offers the code of webhooks', () => {
    expect(choicesOf(shareable)).toContainEqual({
      id: 'webhook/latest',
      title: 'Block latest',
      group: 'Webhook code',
      secret: false,
    })
  })

  it.each([[['webhook/latest'], shareable.webhooks] as const, [[], undefined] as const])(
    'carries the code that was chosen: %j',
    (chosen, webhooks) => {
      const scenario = sharedScenario(shareable, { title: 'One', note: '', chosen: new Set(chosen) })
      expect(readScenario(writeJson(scenario)).webhooks).toEqual(webhooks)
    },
  )
})
