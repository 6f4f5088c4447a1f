import type { GlossaryTerm } from '../components/terms/glossary-term'
import type { Command } from '../features/feature'
import { FEATURES } from '../features/table'
import { SEARCH_WORDS } from './search-words'

/** A destination or command in the palette. */
export interface PaletteEntry extends Command {
  readonly section: string
  /** Relevance factor for this entry's matches, between 0 and 1. */
  readonly weight?: number
}

/** The areas and their commands; independent of the cluster. */
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

/** The entry of a glossary term; it ranks below pages. */
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

/** The score of a typed word in an entry; 0 if it does not occur. */
function worth(word: string, { id, title, hint = '', words = '' }: PaletteEntry): number {
  const name = title.toLowerCase()
  if (name === word) return 8
  if (name.startsWith(word)) return 5
  const ours = words.toLowerCase().split(/\s+/)
  const theirs = SEARCH_WORDS[id]?.split(' ') ?? []
  const at = theirs.indexOf(word)
  // The first two search words are the entry's main synonyms.
  if (at >= 0) return at < 2 ? 6 : 4
  if (ours.includes(word)) return 3
  if (name.includes(word)) return 3
  return [hint.toLowerCase(), ...ours, ...theirs].some((text) => text.includes(word)) ? 1 : 0
}

/** Words without a meaning of their own, as in “how to delete a pod”. */
const FILLERS = new Set(['a', 'an', 'the', 'of', 'to', 'in', 'for', 'how', 'do', 'i'])

/** The entries that match all typed words, best first. */
export function findEntries(entries: readonly PaletteEntry[], typed: string): readonly PaletteEntry[] {
  const all = typed.toLowerCase().split(/\s+/).filter(Boolean)
  const meant = all.filter((word) => !FILLERS.has(word))
  const words = meant.length > 0 ? meant : all
  return entries
    .map((entry) => ({ entry, worths: words.map((word) => worth(word, entry)) }))
    .filter(({ worths }) => worths.every((one) => one > 0))
    .map(({ entry, worths }) => ({ entry, sum: (entry.weight ?? 1) * worths.reduce((sum, one) => sum + one, 0) }))
    .sort((a, b) => b.sum - a.sum)
    .map(({ entry }) => entry)
}
