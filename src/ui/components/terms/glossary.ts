import { ACCESS_TERMS } from './access-terms'
import { CLUSTER_TERMS } from './cluster-terms'
import { OBJECT_TERMS } from './object-terms'
import { REQUEST_TERMS } from './request-terms'
import type { TermText } from './term-text'

/** Every term, in the order of the alphabet. */
export const TERMS: readonly TermText[] = [...REQUEST_TERMS, ...OBJECT_TERMS, ...ACCESS_TERMS, ...CLUSTER_TERMS].sort(
  (a, b) => a.title.localeCompare(b.title, 'en', { sensitivity: 'base' }),
)

export const termById = (id: string): TermText | undefined => TERMS.find((term) => term.id === id)

/** Terms that have every typed word; those whose title has them come first. */
export function findTerms(typed: string): readonly TermText[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean)
  const titleHas = ({ title }: TermText): boolean => words.every((word) => title.toLowerCase().includes(word))
  return TERMS.filter(({ title, forms = [], words: more = '', text }) => {
    const all = `${title} ${forms.join(' ')} ${more} ${text}`.toLowerCase()
    return words.every((word) => all.includes(word))
  }).sort((a, b) => Number(titleHas(b)) - Number(titleHas(a)))
}
