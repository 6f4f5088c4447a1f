import type { GlossaryTerm } from '../components/terms/glossary-term'
import type { Command } from '../features/feature'
import { FEATURES } from '../features/table'
import { SEARCH_WORDS } from './search-words'

/** Something that the palette leads to. */
export interface PaletteEntry extends Command {
  readonly section: string
  /** How much a typed word counts here, in parts of what it counts elsewhere. */
  readonly weight?: number
}

/** The areas and what they offer; they do not depend on the cluster. */
export const PAGE_ENTRIES: readonly PaletteEntry[] = [
  ...FEATURES.map((f): PaletteEntry => ({
    id: `feature-${f.id}`,
    title: f.title,
    hint: `g ${f.key}`,
    icon: f.icon,
    place: f.home,
    section: 'Go to',
  })),
  ...FEATURES.flatMap((f) =>
    (f.commands ?? []).map((c): PaletteEntry => ({
      icon: f.icon,
      ...(c.tab !== undefined && { hint: `${f.title} › ${c.tab}` }),
      ...c,
      section: f.title,
    })),
  ),
]

/** A term of the glossary: it explains what the pages are about, and stands behind them. */
export const termEntry = ({ id, title, words = '' }: GlossaryTerm): PaletteEntry => ({
  id: `term-${id}`,
  title,
  hint: 'Reference › Glossary',
  words,
  icon: 'info',
  place: { to: '/reference/glossary', search: { term: id } },
  section: 'Glossary',
  weight: 0.5,
})

/** What a typed word is worth in an entry; 0 when the entry has it nowhere. */
function worth(word: string, { id, title, hint = '', words = '' }: PaletteEntry): number {
  const name = title.toLowerCase()
  if (name === word) return 8
  if (name.startsWith(word)) return 5
  const ours = words.toLowerCase().split(/\s+/)
  const theirs = SEARCH_WORDS[id]?.split(' ') ?? []
  const at = theirs.indexOf(word)
  // The first of others' words are what an entry is most of all.
  if (at >= 0) return at < 2 ? 6 : 4
  if (ours.includes(word)) return 3
  if (name.includes(word)) return 3
  return [hint.toLowerCase(), ...ours, ...theirs].some((text) => text.includes(word)) ? 1 : 0
}

/** The entries that have every typed word, best first. */
export function findEntries(entries: readonly PaletteEntry[], typed: string): readonly PaletteEntry[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean)
  return entries
    .map((entry) => ({ entry, worths: words.map((word) => worth(word, entry)) }))
    .filter(({ worths }) => worths.every((one) => one > 0))
    .map(({ entry, worths }) => ({ entry, sum: (entry.weight ?? 1) * worths.reduce((sum, one) => sum + one, 0) }))
    .sort((a, b) => b.sum - a.sum)
    .map(({ entry }) => entry)
}
