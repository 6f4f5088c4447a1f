import type { PodSpec, Toleration } from '../../api/kinds/shared/pod-types'
import { equal } from '../../machinery/json'

/** Whether `wide` tolerates everything that `narrow` does. */
export function toleratesAll(wide: Toleration, narrow: Toleration): boolean {
  if (equal(wide, narrow)) return true
  const anyKey = !wide.key && wide.operator === 'Exists'
  if ((wide.key ?? '') !== (narrow.key ?? '') && !anyKey) return false
  if ((wide.effect ?? '') !== (narrow.effect ?? '') && wide.effect) return false
  if (wide.effect === 'NoExecute' && wide.tolerationSeconds !== undefined)
    if (narrow.tolerationSeconds === undefined || narrow.tolerationSeconds > wide.tolerationSeconds) return false
  if (wide.operator === 'Exists') return true
  return narrow.operator === 'Equal' && (narrow.value ?? '') === (wide.value ?? '')
}

/** Concatenates both lists, without tolerations that another one covers. */
export function mergeTolerations(first: readonly Toleration[], second: readonly Toleration[]): Toleration[] {
  const all = [...first, ...second]
  const merged: Toleration[] = []
  all.forEach((one, i) => {
    if (merged.some((kept) => toleratesAll(kept, one))) return
    if (all.slice(i + 1).some((later) => toleratesAll(later, one) && !equal(later, one))) return
    merged.push(one)
  })
  return merged
}

/** Whether every toleration is covered by an allowed one. An empty list allows everything. */
export const allAllowed = (tolerations: readonly Toleration[], allowed: readonly Toleration[]): boolean =>
  allowed.length === 0 || tolerations.every((one) => allowed.some((wide) => toleratesAll(wide, one)))

/** Adds a toleration, or replaces the one with the same key, effect, operator and value. */
export function addToleration(spec: PodSpec, toleration: Toleration): void {
  const list = (spec.tolerations ??= [])
  const same = list.findIndex(
    ({ key, effect, operator, value }) =>
      key === toleration.key &&
      effect === toleration.effect &&
      operator === toleration.operator &&
      (value ?? '') === (toleration.value ?? ''),
  )
  if (same < 0) list.push(toleration)
  else list[same] = toleration
}
