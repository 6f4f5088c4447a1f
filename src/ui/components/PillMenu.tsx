import { cloneElement, lazy, type ReactElement, type Ref, Suspense, useState } from 'react'
import type { IconName } from './Icon'

const PillMenuBody = lazy(() => import('./PillMenuBody').then((m) => ({ default: m.PillMenuBody })))

/** An entry of a menu: a heading, a separator or an item. */
export type MenuEntry =
  | { readonly heading: string }
  | 'rule'
  | {
      readonly id: string
      readonly icon: IconName
      readonly text: string
      /** A second, smaller line. */
      readonly note?: string
      readonly disabled?: boolean
      readonly run: () => void
    }

/** Props that a menu passes to its button. */
interface Opens {
  readonly ref?: Ref<HTMLButtonElement>
  readonly onClick?: () => void
  readonly 'aria-haspopup'?: 'menu'
  readonly 'aria-expanded'?: boolean
}

/** Properties of a menu that a pill-shaped button opens. */
export interface PillMenuProps {
  readonly opened: boolean
  readonly onChange: (opened: boolean) => void
  /** The button that opens it. */
  readonly target: ReactElement<Opens>
  readonly position: 'bottom-start' | 'bottom-end'
  /** In pixels. */
  readonly width: number
  /** The menu's entries, computed when it opens. */
  readonly entries: () => readonly MenuEntry[]
}

/**
 * A menu under a button of the top bar. These are on every page and rarely opened, so only the button is rendered until its
 * first use.
 */
export function PillMenu(props: PillMenuProps) {
  const { opened, onChange, target } = props
  const [wanted, setWanted] = useState(false)
  if (opened && !wanted) setWanted(true)
  const plain = cloneElement(target, {
    'aria-haspopup': 'menu',
    'aria-expanded': opened,
    onClick: () => onChange(true),
  })
  if (!wanted) return plain
  return (
    <Suspense fallback={plain}>
      <PillMenuBody {...props} />
    </Suspense>
  )
}
