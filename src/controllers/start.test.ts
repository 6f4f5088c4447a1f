import { expect, it } from 'vitest'
import { chosenControllers } from './start'

const names = (items: string[], around?: { nodes?: number; workloads?: boolean }): string[] =>
  chosenControllers(items, around).map(({ name }) => name)

it.each<[string, string[], { nodes?: number; workloads?: boolean }, Record<string, boolean>]>([
  ['a page', ['*'], {}, { namespace: true, deployment: false, scheduler: false, bootstrapsigner: false }],
  ['a server', ['*'], { workloads: true }, { namespace: true, deployment: true, job: true, scheduler: false }],
  ['nodes', ['*'], { nodes: 1 }, { namespace: true, deployment: true, scheduler: true, bootstrapsigner: false }],
  ['one by name', ['deployment'], {}, { namespace: false, deployment: true }],
  ['one more', ['*', 'bootstrapsigner'], {}, { namespace: true, bootstrapsigner: true }],
  ['one less', ['*', '-deployment'], { workloads: true }, { namespace: true, deployment: false, replicaset: true }],
])('%s', (_name, items, around, expected) => {
  const chosen = names(items, around)
  expect(Object.fromEntries(Object.keys(expected).map((name) => [name, chosen.includes(name)]))).toEqual(expected)
})
