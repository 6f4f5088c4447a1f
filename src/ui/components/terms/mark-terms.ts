import { TERMS } from './glossary'

/** A piece of a text: plain, or a term as it stands there. */
export type TextPart = string | { readonly id: string; readonly text: string }

/** More marks than this make a sentence hard to read. */
const MOST = 3

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** Every form that is marked, with its term. A title of several words that name several things is none. */
const FORMS: ReadonlyMap<string, string> = new Map(
  TERMS.filter(({ unmarked }) => !unmarked).flatMap(({ id, title, forms = [] }) =>
    [...(/ and |\(/.test(title) ? [] : [title.toLowerCase()]), ...forms].map(
      (form) => [form.toLowerCase(), id] as const,
    ),
  ),
)

// The longest form first: "admission webhook" is not an "admission" beside a webhook.
const PATTERN = new RegExp(
  `(?<![\\w-])(?:${[...FORMS.keys()]
    .sort((a, b) => b.length - a.length)
    .map(escaped)
    .join('|')})(?![\\w-])`,
  'gi',
)

/** Cuts a text at its terms; each is marked where it first occurs. */
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
