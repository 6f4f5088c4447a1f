import { expect, it } from 'vitest'
import { checkText } from './check-text'
import { allLessons } from './lessons'
import type { Check } from './check'

it.each<[Check, string]>([
  [{ ask: 'GET /api/v1/namespaces/default/pods/web' }, 'v1/default/pods/web is there'],
  [{ ask: 'GET /api/v1/namespaces/default/pods/web', status: 404 }, 'v1/default/pods/web is gone'],
  [
    { ask: 'GET /apis/apps/v1/namespaces/shop/deployments/web', where: [{ path: 'spec.replicas', is: 3 }] },
    'apps/v1/shop/deployments/web: spec.replicas is 3',
  ],
  [
    { happened: { who: 'bob', verb: 'delete', resource: 'pods', namespace: 'shop', name: 'web', status: 403 } },
    'bob asked to delete pods shop/web (answered with 403)',
  ],
  [{ happened: { verb: 'create', resource: 'pods', namespace: 'shop' } }, 'Somebody asked to create pods in shop'],
  [{ never: { forced: true } }, 'Never: Somebody asked to do something (with force)'],
  [{ owns: '/api/v1/nodes/a', field: 'spec.x', manager: 'ann', not: true }, 'ann does not own spec.x of v1/nodes/a'],
  [{ passed: '60s' }, '60s have passed'],
])('says what %j asks', (check, text) => expect(checkText(check)).toBe(text))

it('has words for every check of every lesson', async () => {
  const checks = (await allLessons()).flatMap(({ scenario }) => (scenario.steps ?? []).flatMap((step) => step.check))
  for (const check of checks) expect(checkText(check)).not.toMatch(/undefined|\[object|  /)
})
