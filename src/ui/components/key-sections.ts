import type { KeyBinding } from '../state/keys'

const ORDER = ['This page', 'Everywhere', 'Go to', 'In an editor', 'Identity']
const FIXED: readonly KeyBinding[] = [
  { keys: 'Ctrl K', title: 'Search and commands', section: 'Everywhere', run: () => undefined },
  { keys: 'Ctrl `', title: 'Open or close the terminal', section: 'Everywhere', run: () => undefined },
  {
    keys: 'Tab',
    title: 'Next control (first Tab: skip navigation)',
    section: 'Everywhere',
    run: () => undefined,
  },
  { keys: 'Escape', title: 'Back or close', section: 'Everywhere', run: () => undefined },
]

/** Keys that the editor binds itself. */
const EDITOR: readonly KeyBinding[] = (
  [
    ['Ctrl Space', 'Complete'],
    ['Ctrl S', 'Review and save, or create'],
    ['F8', 'Next problem'],
    ['Ctrl F', 'Find'],
    ['Alt Z', 'Wrap long lines'],
    ['Escape', 'Leave the editor (Esc, then Tab)'],
  ] as const
).map(([keys, title]) => ({ keys, title, section: 'In an editor', run: () => undefined }))

/** What a shortcut does that no layer binds; undefined for others. */
export const fixedTitle = (keys: string): string | undefined =>
  [...FIXED, ...EDITOR].find((binding) => binding.keys === keys)?.title

/** All bindings by section; keys with the same action share a line. */
export function keySections(layers: readonly { readonly bindings: readonly KeyBinding[] }[]) {
  const owners = new Map<string, KeyBinding>()
  for (const binding of [...FIXED, ...EDITOR, ...layers.flatMap((layer) => layer.bindings)])
    owners.set(`${binding.section ?? 'This page'}\n${binding.keys}`, binding)
  const sections = new Map<string, Map<string, string[]>>()
  for (const { keys, title, section = 'This page' } of owners.values()) {
    const deeds = sections.get(section) ?? new Map<string, string[]>()
    sections.set(section, deeds.set(title, [...(deeds.get(title) ?? []), keys]))
  }
  const place = (section: string): number => (ORDER.indexOf(section) + ORDER.length + 1) % (ORDER.length + 1)
  return [...sections].sort(([a], [b]) => place(a) - place(b))
}
