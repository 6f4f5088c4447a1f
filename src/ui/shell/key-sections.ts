import type { KeyBinding } from '../state/keys'

const ORDER = ['This page', 'Everywhere', 'Go to', 'Identity']
const FIXED: readonly KeyBinding[] = [
  { keys: 'Ctrl K', title: 'Search and commands', section: 'Everywhere', run: () => undefined },
  {
    keys: 'Tab',
    title: 'Next thing; the first one leads past the navigation',
    section: 'Everywhere',
    run: () => undefined,
  },
  { keys: 'Escape', title: 'Step back, close, leave an editor', section: 'Everywhere', run: () => undefined },
]

/** What is bound, by section and by what it does: a deed has one line, however many keys do it. */
export function keySections(layers: readonly { readonly bindings: readonly KeyBinding[] }[]) {
  const owners = new Map<string, KeyBinding>()
  for (const binding of [...FIXED, ...layers.flatMap((layer) => layer.bindings)])
    owners.set(`${binding.section ?? 'This page'}\n${binding.keys}`, binding)
  const sections = new Map<string, Map<string, string[]>>()
  for (const { keys, title, section = 'This page' } of owners.values()) {
    const deeds = sections.get(section) ?? new Map<string, string[]>()
    sections.set(section, deeds.set(title, [...(deeds.get(title) ?? []), keys]))
  }
  const place = (section: string): number => (ORDER.indexOf(section) + ORDER.length + 1) % (ORDER.length + 1)
  return [...sections].sort(([a], [b]) => place(a) - place(b))
}
