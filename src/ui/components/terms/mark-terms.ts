import { TERMS } from './glossary'

/** A part of a text: plain, or a term as written there. */
export type TextPart = string | { readonly id: string; readonly text: string }

/** Maximum number of marks in one sentence, for readability. */
const MOST = 3

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** Every form that is marked, with its term. Titles with several words that each name something are left out. */
const FORMS: ReadonlyMap<string, string> = new Map(
  TERMS.filter(({ unmarked }) => !unmarked).flatMap(({ id, title, forms = [] }) =>
    [...(/ and |\(/.test(title) ? [] : [title.toLowerCase()]), ...forms].map(
      (form) => [form.toLowerCase(), id] as const,
    ),
  ),
)

// Longest form first, so that "admission webhook" is not split.
const PATTERN = new RegExp(
  `(?<![\\w-])(?:${[...FORMS.keys()]
    .sort((a, b) => b.length - a.length)
    .map(escaped)
    .join('|')})(?![\\w-])`,
  'gi',
)

/** Splits a text at its terms; each is marked at its first occurrence. */
export function markTerms(text: string): readonly TextPart[] {
  const parts: TextPart[] = []
  const marked = new Set<string>()
  let from = 0
  for (const match of text.matchAll(PATTERN)) {
    const id = FORMS.get(match[0].toLowerCase())
    if (id === undefined || marked.has(id) || marked.size === MOST) continue
    marked.add(id)
    if (match.index > from) parts.push(text.slice(from, match.index))
    parts.push({ id, text: match[0] })
    from = match.index + match[0].length
  }
  if (from < text.length) parts.push(text.slice(from))
  return parts
}
