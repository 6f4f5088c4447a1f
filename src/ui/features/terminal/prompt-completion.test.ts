import { expect, it } from 'vitest'
import { candidatesText, completed } from './prompt-completion'

const found = (start: number, ...texts: string[]) => ({ start, candidates: texts.map((text) => ({ text })) })

it.each([
  ['adds a space after the only candidate', 'get po', 6, false, found(4, 'pods'), { text: 'get pods ', cursor: 9 }],
  [
    'keeps what follows the cursor',
    'get po -o yaml',
    6,
    false,
    found(4, 'pods'),
    { text: 'get pods  -o yaml', cursor: 9 },
  ],
  [
    'adds no space where the word goes on',
    'get --out',
    9,
    false,
    found(4, '--output='),
    { text: 'get --output=', cursor: 13 },
  ],
  [
    'adds what all candidates share',
    'get de',
    6,
    false,
    found(4, 'deployments', 'deploys'),
    { text: 'get deploy', cursor: 10 },
  ],
])('%s', (_title, text, cursor, again, candidates, line) => {
  expect(completed({ text, cursor, again }, candidates)).toEqual({ line })
})

it('shows and reads the candidates if nothing can be added', () => {
  expect(completed({ text: 'get po', cursor: 6, again: false }, found(4, 'pods', 'policies'))).toEqual({
    shown: ['pods', 'policies'],
    announced: '2 possibilities: pods, policies',
  })
})

it('shows the candidates to who asks again', () => {
  const both = found(4, 'deployments', 'deploys')
  expect(completed({ text: 'get de', cursor: 6, again: true }, both)).toMatchObject({
    line: { text: 'get deploy' },
    shown: ['deployments', 'deploys'],
  })
})

it('says that there are none', () => {
  expect(completed({ text: 'x', cursor: 1, again: true }, found(0))).toEqual({ announced: 'No completions.' })
})

it('shows two hundred, and how many more there are', () => {
  const texts = Array.from({ length: 203 }, (_, i) => `name-${i}`)
  const text = candidatesText(texts, 80)
  expect(text).toContain('name-199')
  expect(text).not.toContain('name-200')
  expect(text).toContain('and 3 more')
})
