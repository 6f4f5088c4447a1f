import { describe, expect, it } from 'vitest'
import type { RequestTrace } from '../../../server/trace'
import { linePaths, madeBy } from './attribution'

it('knows the field of every line', () => {
  const text = 'a: 1\nb:\n  - name: x\n    port: 1\n  - y\nc:\n  d:\n    e: 2\n'
  expect([...linePaths(text)].map(([line, path]) => `${line} ${path.join('.')}`)).toEqual([
    '1 a',
    '2 b',
    '3 b.0.name',
    '4 b.0.port',
    '5 b.1',
    '6 c',
    '7 c.d',
    '8 c.d.e',
  ])
})

describe('madeBy', () => {
  const sent = { spec: { image: 'a' } }
  const defaulted = { spec: { image: 'a', policy: 'Always' } }
  const mutated = { spec: { image: 'a', policy: 'Always' }, metadata: { labels: { added: 'yes' } } }
  const trace = {
    steps: [
      { stage: 'defaulting', before: sent, after: defaulted },
      { stage: 'mutating admission', by: 'labeller', before: defaulted, after: mutated },
    ],
  } as unknown as RequestTrace

  it.each([
    [['spec', 'image'], 'you'],
    [['spec', 'policy'], 'defaulting'],
    [['metadata', 'labels', 'added'], 'labeller'],
  ])('%j: %s', (path, who) => {
    expect(madeBy(path, sent, mutated, trace)).toBe(who)
  })

  it('says the server where no stage shows it', () => {
    expect(madeBy(['metadata', 'uid'], sent, { ...mutated, metadata: { uid: 'u' } }, trace)).toBe('the server')
  })
})
