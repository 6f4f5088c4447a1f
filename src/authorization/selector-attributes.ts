import type { Attributes, Selectors } from './authorizer'
import { readSelectors } from './review-selectors'

/** Verbs whose requests can be narrowed by selectors. */
const NARROWED = new Set(['list', 'watch', 'deletecollection'])

/** The selectors of a request in the form of access reviews; an unreadable selector narrows nothing. */
export function selectorAttributes({ verb, selectors, fieldSelector, labelSelector }: Attributes): Selectors {
  if (selectors) return selectors
  if (!NARROWED.has(verb)) return {}
  return readSelectors({
    ...(fieldSelector && { fieldSelector: { rawSelector: fieldSelector } }),
    ...(labelSelector && { labelSelector: { rawSelector: labelSelector } }),
  }).selectors
}
