import { expect, it } from 'vitest'
import { resourceInfo } from '../../queries/discovery.testing'
import { dependents, type Known, type Relations } from '../../queries/relations'
import { layOut } from './graph-layout'

const known = (kind: string, name: string, owners: [string, boolean?][] = []): Known => ({
  info: resourceInfo(kind),
  meta: {
    name,
    uid: name,
    ownerReferences: owners.map(([uid, controller = false]) => ({
      apiVersion: 'v1',
      kind: 'X',
      name: uid,
      uid,
      controller,
    })),
  },
})
const relationsOf = (all: Known[]): Relations => {
  const byOwner = new Map<string, Known[]>()
  for (const k of all)
    for (const { uid } of k.meta.ownerReferences ?? []) byOwner.set(uid, [...(byOwner.get(uid) ?? []), k])
  return { all, byOwner, byUid: new Map(all.map((k) => [k.meta.uid ?? '', k])), unread: [] }
}

const set = known('Set', 'set', [['app', true], ['lost']])
const all = [
  known('App', 'app'),
  set,
  known('Pod', 'a', [['set', true]]),
  known('Pod', 'b', [['set']]),
  known('Pod', 'stranger'),
]

it('places owners to the left of dependents, and shows missing owners', () => {
  const { nodes, edges } = layOut(relationsOf(all), set)
  expect(nodes.map(({ id, x, known: k }) => [id, Math.sign(x), k !== undefined]).sort()).toEqual([
    ['a', 1, true],
    ['app', -1, true],
    ['b', 1, true],
    ['lost', -1, false],
    ['set', 0, true],
  ])
  expect(edges.map(({ from, to, controller }) => `${from} ${to} ${controller}`).sort()).toEqual([
    'app set true',
    'lost set false',
    'set a true',
    'set b false',
  ])
})

it('finds what falls with an object, over cycles too', () => {
  const loop = [known('A', 'x', [['z']]), known('A', 'y', [['x']]), known('A', 'z', [['y']])]
  expect(dependents(relationsOf(loop), loop[0]!).map((k) => k.meta.name)).toEqual(['y', 'z'])
  expect(dependents(relationsOf(all), all[0]!).map((k) => k.meta.name)).toEqual(['set', 'a', 'b'])
})
