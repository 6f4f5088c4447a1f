import type { Part } from '../../../../api/policies/bench-notes'
import type { Stretch } from './expression-tree'

/** A part in text order, with its parent. */
export interface WalkedPart {
  readonly part: Part
  readonly parent: number | undefined
}

/** The visible parts, outer before inner. */
export function walkedParts(stretches: readonly Stretch[]): readonly WalkedPart[] {
  const found: WalkedPart[] = []
  const walk = (inner: readonly Stretch[], parent: number | undefined): void => {
    for (const { part, inner: within } of inner) {
      if (!part) continue
      found.push({ part, parent })
      walk(within, found.length - 1)
    }
  }
  walk(stretches, undefined)
  return found
}

/** The part that a key moves to: right and left in text order, up to the parent, down to a child. Undefined for other keys. */
export function partAfter(parts: readonly WalkedPart[], at: number, key: string): number | undefined {
  const within = (next: number): number => Math.min(Math.max(next, 0), parts.length - 1)
  switch (key) {
    case 'ArrowRight':
      return within(at + 1)
    case 'ArrowLeft':
      return within(at - 1)
    case 'ArrowUp':
      return parts[at]?.parent ?? at
    case 'ArrowDown':
      return parts[at + 1]?.parent === at ? at + 1 : at
    case 'Home':
      return 0
    case 'End':
      return within(parts.length)
    default:
      return undefined
  }
}
