import type { NumberedMark } from './marks'

const SLOTS = ['a', 'b', 'c'] as const

/**
 * The classes in ownership.css for the marks of a field's owners; more than three owners share the three-stripe class.
 */
export function markClass(marks: readonly NumberedMark[]): string {
  if (marks.length === 0) return ''
  const shown = marks.slice(0, SLOTS.length)
  const colours = shown.map((mark, i) => `o-own-${SLOTS[i] ?? 'a'}${mark.index}`)
  const form = shown.length > 1 ? `o-own-${shown.length}` : `o-own-${shown[0]?.pattern ?? 'solid'}`
  return ['o-own', ...colours, form].join(' ')
}
