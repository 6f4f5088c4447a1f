import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { StatusError } from '../../../client/status-error'
import type { ApiObject } from '../../../machinery/object'
import { startCluster, type TestCluster } from '../../../testing/cluster'
import { namedOwners } from '../../components/ownership/owners'
import { type Structure, structureOf } from '../../components/ownership/structure'
import type { OpenApiDocument } from '../../queries/openapi'
import { adviceFor } from './advice'
import { type Conflict, conflictsOf, isApplyConflict } from './conflicts'
import { enact } from './enact'
import { type Situation, situationOf, SITUATIONS } from './situations'
import { fieldsAfter, textFor, WAYS_OUT, type WayOut } from './ways'

let cluster: TestCluster
let document: OpenApiDocument

beforeAll(async () => {
  cluster = await startCluster()
  document = await cluster.admin.json('GET', '/openapi/v2')
})
afterAll(() => cluster.stop())

interface Met {
  readonly conflicts: readonly Conflict[]
  readonly live: ApiObject
  readonly structure: Structure
}

async function meet({ target, name, refused }: Situation): Promise<Met> {
  const query = { fieldManager: refused.manager }
  const error: unknown = await cluster.admin
    .patch(target, name, 'apply', refused.text, { query })
    .catch((failure: unknown) => failure)
  if (!(error instanceof StatusError) || !isApplyConflict(error)) throw new Error('no conflict', { cause: error })
  const live = await cluster.admin.get(target, name)
  const structure = structureOf(document, live.apiVersion ?? '', live.kind ?? '')
  const owners = namedOwners(live.metadata.managedFields) ?? []
  return { conflicts: conflictsOf(error, refused.text, live, owners, structure), live, structure }
}

const EXPECTED: Readonly<Record<string, { readonly fields: readonly string[]; readonly way: WayOut }>> = {
  autoscaler: { fields: ['.spec.replicas'], way: 'remove' },
  labels: { fields: ['.metadata.labels.tier'], way: 'remove' },
  'keyed-list': { fields: ['.spec.ports[port=80,protocol="TCP"].name'], way: 'remove' },
  renamed: { fields: ['.spec.template.spec.containers[name="web"].image'], way: 'force' },
  'client-side': { fields: ['.spec.replicas', '.spec.template.spec.containers[name="web"].image'], way: 'force' },
  atomic: { fields: ['.spec.template.spec.containers[name="web"].args'], way: 'remove' },
}

describe.each(SITUATIONS)('$id', (situation) => {
  it('opens with its conflict, as often as it is loaded, and advises the way that fits', async () => {
    await enact(cluster.admin, situation)
    await enact(cluster.admin, situation)
    const { conflicts, live, structure } = await meet(situation)
    const expected = EXPECTED[situation.id]
    expect(conflicts.map(({ field }) => field)).toEqual(expected?.fields)
    const owners = namedOwners(live.metadata.managedFields) ?? []
    expect(adviceFor(situation.refused.text, conflicts, owners, structure).way).toBe(expected?.way)
    expect(situationOf('apply-lab', situation.target.resource, situation.name)).toBe(situation)
  })

  it('has three solutions that the server accepts, each with its value and owners', async () => {
    await enact(cluster.admin, situation)
    const { conflicts, structure } = await meet(situation)
    const { target, name, refused } = situation
    const [first] = conflicts
    const found: Record<string, unknown> = {}
    for (const way of WAYS_OUT) {
      const text = textFor(way, refused.text, conflicts, structure)
      const query = { fieldManager: refused.manager, dryRun: 'All', ...(way === 'force' && { force: true }) }
      const object = await cluster.admin.patch(target, name, 'apply', text, { query })
      const [after] = fieldsAfter(object, conflicts, structure)
      found[way] = [after?.value, after?.owners.includes(refused.manager), (after?.owners.length ?? 0) > 1]
    }
    expect(found).toEqual({
      force: [first?.mine, true, false],
      remove: [first?.live, false, false],
      agree: [first?.live, true, true],
    })
  })
})
