import { expect, test } from 'vitest'
import { keySections } from './key-sections'

const binding = (keys: string, title: string, section?: string) => ({
  keys,
  title,
  run: () => undefined,
  ...(section !== undefined && { section }),
})

test('keys are listed by what they do, those of the page first, as the innermost layer binds them', () => {
  const sections = keySections([
    { bindings: [binding('?', 'List the keys', 'Everywhere'), binding('g e', 'Explore', 'Go to')] },
    { bindings: [binding('j', 'Next row'), binding('ArrowDown', 'Next row'), binding('d', 'Old meaning')] },
    { bindings: [binding('d', 'New meaning'), binding('i a', 'Be the administrator', 'Identity')] },
  ])
  expect(sections.map(([section]) => section)).toEqual(['This page', 'Everywhere', 'Go to', 'In an editor', 'Identity'])
  expect([...(sections[0]?.[1] ?? [])]).toEqual([
    ['Next row', ['j', 'ArrowDown']],
    ['New meaning', ['d']],
  ])
  expect(sections[1]?.[1].get('List the keys')).toEqual(['?'])
})
