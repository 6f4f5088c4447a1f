import type { Schema } from '../schema'

/** A document, or a part of one. */
export type Document = Record<string, unknown>

/** A description that lists the enum values, in the format clients know. */
export const withValues = (description: string | undefined, values: readonly string[]): string =>
  [description ?? '', '', 'Possible enum values:', ...values.map((value) => ` - \`"${value}"\``)].join('\n').trim()

/** Formats known to OpenAPI or to clients of this API. */
export const formatOf = (format: string): Document => {
  switch (format) {
    case 'micro-time':
      return { format: 'date-time' }
    case 'quantity':
      return { format: 'quantity' }
    default:
      return { format }
  }
}

interface Marks {
  listType?: string | undefined
  listMapKeys?: readonly string[] | undefined
  mapType?: string | undefined
  patchStrategy?: readonly string[] | undefined
  patchMergeKey?: string | undefined
}

/** How a field is merged: the markers of its schema. */
export const marksOf = ({ listType, listMapKeys, mapType, patchStrategy, patchMergeKey }: Schema): Marks => ({
  listType,
  listMapKeys,
  mapType,
  patchStrategy,
  patchMergeKey,
})

/** Markers as extensions of OpenAPI. */
export const markers = ({ listType, listMapKeys, mapType, patchStrategy, patchMergeKey }: Marks): Document => ({
  ...(listType && { 'x-orch-list-type': listType }),
  ...(listMapKeys && { 'x-orch-list-map-keys': listMapKeys }),
  ...(mapType && { 'x-orch-map-type': mapType }),
  ...(patchStrategy && { 'x-orch-patch-strategy': patchStrategy.join(',') }),
  ...(patchMergeKey && { 'x-orch-patch-merge-key': patchMergeKey }),
})
