import type { Part } from '../../../../api/policies/bench-notes'
import type { Stretch } from './expression-tree'

/** A part in the order in which it is written, with the part that holds it. */
export interface WalkedPart {
  readonly part: Part
  readonly parent: number | undefined
}

/** The parts that are shown, the outer before the inner. */
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

/**
 * Where a key leads from a part: right and left through the parts as they are written, up to the part around it, down into it.
 * Undefined for other keys.
 */
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
