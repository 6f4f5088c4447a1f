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
    { bindings: [binding('?', 'Show keyboard shortcuts', 'Everywhere'), binding('g e', 'Explore', 'Go to')] },
    { bindings: [binding('j', 'Next row'), binding('ArrowDown', 'Next row'), binding('d', 'Old meaning')] },
    { bindings: [binding('d', 'New meaning'), binding('i a', 'Act as admin', 'Identity')] },
  ])
  expect(sections.map(([section]) => section)).toEqual(['This page', 'Everywhere', 'Go to', 'In an editor', 'Identity'])
  expect([...(sections[0]?.[1] ?? [])]).toEqual([
    ['Next row', ['j', 'ArrowDown']],
    ['New meaning', ['d']],
  ])
  expect(sections[1]?.[1].get('Show keyboard shortcuts')).toEqual(['?'])
})
