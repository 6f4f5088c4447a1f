import { afterAll, beforeAll, expect, test } from 'vitest'
import { type OrchctlWorld, startOrchctl } from '../../testing/orchctl-world'

let world: OrchctlWorld
beforeAll(async () => {
  world = await startOrchctl(['--release=1.25'])
})
afterAll(() => world.stop())

const file = (...names: string[]): string =>
  names.map((name) => `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: ${name}}\n`).join('---\n')
const apply = (names: string[], flags: string) =>
  world.orchctl(`apply -f - -n default --prune ${flags}`, { stdin: file(...names) })

test('a set remembers the applied objects, and deletes those that are in no file any more', async () => {
  expect((await apply(['a', 'b'], '--applyset=shop')).out).toBe('configmap/a created\nconfigmap/b created\n')
  await world.orchctl('create cm stranger')
  expect((await apply(['b'], '--applyset=shop --dry-run=server')).out).toContain(
    'configmap/a pruned (server dry run)\n',
  )
  expect((await apply(['b', 'c'], '--applyset=shop')).out).toBe(
    'configmap/b unchanged\nconfigmap/c created\nconfigmap/a pruned\n',
  )
  expect((await world.orchctl('get cm a b c stranger -o name --ignore-not-found')).out).toBe(
    'configmap/b\nconfigmap/c\nconfigmap/stranger\n',
  )
  const { out } = await world.orchctl('get secret shop -o jsonpath={.metadata.annotations}')
  expect(JSON.parse(out)).toMatchObject({ 'applyset.orch.io/contains-group-kinds': 'ConfigMap' })
})

test.each([
  ['--applyset=shop --all', '--all is incompatible with --applyset'],
  ['--applyset=shop -l a=b', '--selector is incompatible with --applyset'],
  ['--applyset=pods/x', 'resource "/v1, Resource=pods" is not permitted as an ApplySet parent'],
  ['--applyset=none/x', 'invalid parent reference "none/x": no matches for /, Resource=none'],
])('%s is refused', async (flags, message) => {
  expect(await apply(['a'], flags)).toEqual({ code: 1, out: '', err: `error: ${message}\n` })
})
