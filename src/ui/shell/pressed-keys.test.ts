import { expect, it } from 'vitest'
import { type Press, pressedKeys } from './pressed-keys'

const press = (key: string, more: Partial<Press> = {}): Press => ({
  key,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  isComposing: false,
  ...more,
})

it.each<[string, Press, boolean, string | undefined]>([
  ['a single key', press('g'), false, 'g'],
  ['a character that needs Shift', press('?', { shiftKey: true }), false, '?'],
  ['a combination', press('k', { ctrlKey: true }), false, 'Ctrl K'],
  ['a combination with Shift', press('z', { ctrlKey: true, shiftKey: true }), true, 'Ctrl Shift Z'],
  ['a combination of a Mac', press('k', { metaKey: true }), true, '⌘ K'],
  ['a special key', press('Escape'), false, 'Escape'],
  ['Escape in a field', press('Escape'), true, 'Escape'],
  ['Shift+Tab', press('Tab', { shiftKey: true }), true, 'Shift Tab'],
  ['the space bar', press(' '), false, 'Space'],
  ['Alt and a letter in an editor', press('z', { altKey: true }), true, 'Alt Z'],
  ['a modifier alone', press('Control', { ctrlKey: true }), false, undefined],
  ['text in a field', press('s'), true, undefined],
  ['a capital letter in a field', press('S', { shiftKey: true }), true, undefined],
  ['a character typed with AltGr', press('@', { ctrlKey: true, altKey: true }), true, undefined],
  ['a character typed with Alt', press('ø', { altKey: true }), true, undefined],
  ['a composed character', press('a', { isComposing: true }), true, undefined],
])('%s', (_, event, typing, shown) => {
  expect(pressedKeys(event, typing)).toBe(shown)
})
