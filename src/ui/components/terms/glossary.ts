import { byText } from '../../../machinery/by-text'
import { ACCESS_TERMS } from './access-terms'
import { AUDIT_TERMS } from './audit-terms'
import { CLUSTER_TERMS } from './cluster-terms'
import type { GlossaryTerm } from './glossary-term'
import { OBJECT_TERMS } from './object-terms'
import { REQUEST_TERMS } from './request-terms'

/** All terms in alphabetical order. Titles are plain English, so no page needs locale-aware sorting. */
export const TERMS: readonly GlossaryTerm[] = [
  ...REQUEST_TERMS,
  ...AUDIT_TERMS,
  ...OBJECT_TERMS,
  ...ACCESS_TERMS,
  ...CLUSTER_TERMS,
].sort((a, b) => byText(a.title.toLowerCase(), b.title.toLowerCase()))

/** A term of the glossary; undefined if there is none. */
export const termById = (id: string): GlossaryTerm | undefined => TERMS.find((term) => term.id === id)

/** Terms that contain all typed words; matches in the title come first. */
export function findTerms(typed: string): readonly GlossaryTerm[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean)
  const titleHas = ({ title }: GlossaryTerm): boolean => words.every((word) => title.toLowerCase().includes(word))
  return TERMS.filter(({ title, forms = [], words: more = '', text }) => {
    const all = `${title} ${forms.join(' ')} ${more} ${text}`.toLowerCase()
    return words.every((word) => all.includes(word))
  }).sort((a, b) => Number(titleHas(b)) - Number(titleHas(a)))
}
