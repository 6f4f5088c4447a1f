import { describe, expect, it } from 'vitest'
import type { Catalogue } from '../../../orchctl/core/catalogue'
import { ADMIN } from '../../state/identity'
import { CommandOutput } from './command-output'

const printed = (...texts: string[]): CommandOutput => {
  const output = new CommandOutput()
  for (const text of texts) output.add(text)
  return output
}

it.each([
  [[], true],
  [['a'], false],
  [['a', '\n'], true],
  [['a\n', 'b'], false],
])('after %j a line has ended: %s', (texts, ends) => expect(printed(...texts).endsLine).toBe(ends))

it('a line that the screen has broken has ended', () => {
  const output = printed('a')
  output.breakLine()
  expect(output.endsLine).toBe(true)
})

it.each([
  [['one\n'], 0, 'Done. 1 line printed. one\n'],
  [[], 0, 'Done. 0 lines printed. '],
  [['a\nb\n', 'c\nd\n'], 0, 'Done. 4 lines printed.'],
  [['no\n'], 2, 'Ended with code 2. 1 line printed. no\n'],
])('%j with code %d is announced as %j', (texts, code, told) => expect(printed(...texts).ending(code)).toBe(told))

const PODS = {
  name: 'pods',
  singular: 'pod',
  shortNames: ['po'],
  categories: [],
  group: '',
  version: 'v1',
  kind: 'Pod',
  namespaced: true,
  verbs: ['get'],
}
const CATALOGUE = {
  groups: [{ name: '', versions: ['v1'], preferred: 'v1' }],
  resources: [PODS],
  failed: [],
} as unknown as Catalogue
const FORBIDDEN =
  'Error from server (Forbidden): pods "a" is forbidden: User "ann" cannot get resource "pods" in API group "" in the namespace "default"\n'

describe('what was printed', () => {
  const titles = async (...texts: string[]) => {
    let asked = 0
    const catalogue = (): Promise<Catalogue> => {
      asked += 1
      return Promise.resolve(CATALOGUE)
    }
    const links = await printed(...texts).links(ADMIN, 'default', catalogue)
    return [links.map(({ title }) => title), asked] as const
  }

  it('leads to objects, each once, and to reasons first', async () => {
    expect(await titles('pod/a created\n', 'pod/b created\npod/a created\n', FORBIDDEN)).toEqual([
      ['Why may ann not get pods?', 'Open pod/a', 'Open pod/b'],
      1,
    ])
  })

  it('asks for no kinds where nothing can be an object', async () =>
    expect(await titles('nothing found\n')).toEqual([[], 0]))

  it('leads to reasons where the kinds are not known', async () => {
    const links = await printed('pod/a created\n', FORBIDDEN).links(ADMIN, 'default', () =>
      Promise.reject(new Error('unavailable')),
    )
    expect(links.map(({ title }) => title)).toEqual(['Why may ann not get pods?'])
  })

  it('is not searched without end', async () => {
    expect((await titles('x'.repeat(40_000), '\npod/a created\n'))[0]).toEqual([])
  })
})
