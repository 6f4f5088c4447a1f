/** What of a key press is read. */
export type Press = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey' | 'isComposing'>

const MODIFIERS = new Set(['Control', 'Shift', 'Alt', 'Meta', 'AltGraph', 'CapsLock', 'Dead', 'Process'])
/** Keys that are shown in text fields, too: they end, send or leave what is typed. */
const SHOWN_WHILE_TYPING = /^(Escape|Enter|Tab|F\d+)$/

/**
 * The keys of a press as shortcut lists name them: `Ctrl K`, `g`, `Escape`. Undefined for modifiers alone, and for what a user types as text,
 * which may be secret.
 */
export function pressedKeys(press: Press, typing: boolean): string | undefined {
  const { key, ctrlKey, metaKey, altKey, shiftKey, isComposing } = press
  if (isComposing || MODIFIERS.has(key)) return undefined
  // Some keyboards type letters with Alt, or with Ctrl and Alt.
  const command = (ctrlKey || metaKey) && !altKey
  const alternative = altKey && !ctrlKey && !metaKey && /^[a-z0-9]$/i.test(key)
  if (typing && !command && !alternative && !SHOWN_WHILE_TYPING.test(key)) return undefined
  const character = key.length === 1
  const name = key === ' ' ? 'Space' : character && (command || alternative) ? key.toUpperCase() : key
  return [
    ...(ctrlKey ? ['Ctrl'] : []),
    ...(metaKey ? ['⌘'] : []),
    ...(altKey ? ['Alt'] : []),
    ...(shiftKey && (!character || command) ? ['Shift'] : []),
    name,
  ].join(' ')
}
