import { expect, it } from 'vitest'
import type { RequestTrace } from '../../../server/trace'
import { changedOutside } from './outside-change'

const MAPS = '/api/v1/namespaces/default/configmaps'
const trace = (more: Partial<RequestTrace>): RequestTrace => ({
  id: 'a',
  at: 0,
  method: 'POST',
  path: MAPS,
  verb: 'create',
  user: 'ada',
  groups: [],
  client: { agent: 'orchctl/v1.25.0', address: '127.0.0.1' },
  status: 201,
  durationMs: 1,
  steps: [],
  ...more,
})
const { client: _, ...inside } = trace({})

it.each<[string, RequestTrace, boolean]>([
  ['a program outside creates something', trace({}), true],
  ['it only reads', trace({ method: 'GET', verb: 'list', status: 200 }), false],
  ['it is refused', trace({ status: 403 }), false],
  ['it tries without storing', trace({ path: `${MAPS}?dryRun=All` }), false],
  ['the page does it', inside, false],
])('%s: %s', (_what, one, changed) => expect(changedOutside(one)).toBe(changed))
