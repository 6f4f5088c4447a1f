import { afterAll, beforeAll, expect, test } from 'vitest'
import { type OrchctlWorld, startOrchctl } from '../../testing/orchctl-world'

let world: OrchctlWorld
beforeAll(async () => {
  world = await startOrchctl(['--release=1.20'])
  for (const line of [
    'create cm app --from-literal=a=1',
    'create cm other --from-literal=a=1',
    'label cm app tier=front',
  ])
    await world.orchctl(line)
})
afterAll(() => world.stop())

/** Lines up to the cursor, with words that must be offered and, after `!`, words that must not. */
const LINES: readonly (readonly [line: string, ...words: string[]])[] = [
  ['g', 'get', '!describe'],
  ['rollout re', 'restart', 'resume', '!status'],
  ['get config', 'configmaps'],
  ['get pods,config', 'pods,configmaps'],
  ['get cm a', 'app', '!other'],
  ['describe cm/o', 'cm/other'],
  ['delete cm app o', 'other'],
  ['get cm --sel', '--selector='],
  ['get cm -l t', 'tier=front'],
  ['get cm --selector=t', '--selector=tier=front'],
  ['get cm -n orch', 'orch-system'],
  ['get -o j', 'json', 'jsonpath='],
  ['explain pods.spec.cont', 'pods.spec.containers'],
  ['explain pods.spec.containers.im', 'pods.spec.containers.image', 'pods.spec.containers.imagePullPolicy'],
  ['get pods --sort-by .metadata.na', '.metadata.name', '.metadata.namespace'],
  ['get pods -o jsonpath={.metadata.na', 'jsonpath={.metadata.name}', 'jsonpath={.metadata.namespace}'],
  ['get pods -o jsonpath={.items[*].spec.cont', 'jsonpath={.items[*].spec.containers[*]'],
  ['get pods -o=custom-columns=N:.metadata.na', '!json'],
  ['get pods --output=custom-columns=N:.metadata.na', '--output=custom-columns=N:.metadata.name'],
  ['create role x --verb=get,li', '--verb=get,list'],
  ['create role x --resource=deploy', '--resource=deployments'],
  ['auth can-i l', 'list'],
  ['get nothing x', '!app'],
]

test.each(LINES)('%s', async (line, ...words) => {
  const { out } = await world.orchctl(`__complete ${line}`)
  const offered = out.split('\n').map((one) => one.split('\t')[0])
  for (const word of words)
    if (word.startsWith('!')) expect(offered).not.toContain(word.slice(1))
    else expect(offered).toContain(word)
})
