import { describe, expect, it } from 'vitest'
import { writeJson } from '../../../machinery/json-text'
import { readScenario } from '../../../scenarios/read'
import { choicesOf, type Shareable, sharedScenario } from './shared-scenario'

const shareable: Shareable = {
  objects: [],
  flags: [],
  page: '/explore',
  clock: undefined,
  webhooks: [
    {
      id: 'latest',
      title: 'Block latest',
      url: 'https://latest.callbacks.svc/',
      code: 'export default () => ({ allowed: true })',
    },
  ],
}

describe('a shared scenario', () => {
  it('offers the code of webhooks', () => {
    expect(choicesOf(shareable)).toContainEqual({
      id: 'webhook/latest',
      title: 'Block latest',
      group: 'Code of webhooks',
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
