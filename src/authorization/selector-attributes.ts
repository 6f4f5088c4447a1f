import type { Attributes, Selectors } from './authorizer'
import { readSelectors } from './review-selectors'

/** Requests that selectors narrow. */
const NARROWED = new Set(['list', 'watch', 'deletecollection'])

/** The selectors of a request as access reviews tell of them; a selector that can't be read narrows nothing. */
export function selectorAttributes({ verb, selectors, fieldSelector, labelSelector }: Attributes): Selectors {
  if (selectors) return selectors
  if (!NARROWED.has(verb)) return {}
  return readSelectors({
    ...(fieldSelector && { fieldSelector: { rawSelector: fieldSelector } }),
    ...(labelSelector && { labelSelector: { rawSelector: labelSelector } }),
  }).selectors
}
