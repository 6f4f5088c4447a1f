import { cloneElement, type FocusEvent, type PointerEvent, type ReactElement, useEffect, useId, useState } from 'react'
import { createPortal } from 'react-dom'
import { measures } from './measures'
import './tip.css'

/** Events that a tip handles besides the handlers of its child. */
interface TriggerProps {
  readonly onPointerEnter?: (event: PointerEvent<HTMLElement>) => void
  readonly onPointerLeave?: (event: PointerEvent<HTMLElement>) => void
  readonly onPointerDown?: (event: PointerEvent<HTMLElement>) => void
  readonly onFocus?: (event: FocusEvent<HTMLElement>) => void
  readonly onBlur?: (event: FocusEvent<HTMLElement>) => void
  readonly 'aria-describedby'?: string
}

/** Properties of a label that appears under the pointer or at the focus. */
export interface TipProps extends TriggerProps {
  readonly label: string
  readonly position?: 'top' | 'right'
  /** Delay under the pointer before the label appears; none by default. */
  readonly delayMs?: number
  readonly children: ReactElement<object>
}

/** A label shown while an element has the pointer or the keyboard focus. Not rendered until then. */
export function Tip({ label, position = 'top', delayMs = 0, children, ...given }: TipProps) {
  const [over, setOver] = useState<HTMLElement>()
  const id = useId()
  const hide = (): void => setOver(undefined)
  const child = children as ReactElement<TriggerProps>
  // A menu that uses the tip as its button passes it the button's props.
  const listeners: readonly TriggerProps[] = [child.props, given]
  return (
    <>
      {cloneElement(child, {
        ...given,
        onPointerEnter: (event) => {
          for (const props of listeners) props.onPointerEnter?.(event)
          if (event.pointerType !== 'touch') setOver(event.currentTarget)
        },
        onPointerLeave: (event) => {
          for (const props of listeners) props.onPointerLeave?.(event)
          hide()
        },
        onPointerDown: (event) => {
          for (const props of listeners) props.onPointerDown?.(event)
          hide()
        },
        onFocus: (event) => {
          for (const props of listeners) props.onFocus?.(event)
          if (event.currentTarget.matches(':focus-visible')) setOver(event.currentTarget)
        },
        onBlur: (event) => {
          for (const props of listeners) props.onBlur?.(event)
          hide()
        },
        ...(over && { 'aria-describedby': id }),
      })}
      {over?.isConnected && <TipLabel {...{ id, label, position, delayMs, over }} onEscape={hide} />}
    </>
  )
}

interface TipLabelProps extends Required<Pick<TipProps, 'label' | 'position' | 'delayMs'>> {
  readonly id: string
  readonly over: HTMLElement
  readonly onEscape: () => void
}

function TipLabel({ id, label, position, delayMs, over, onEscape }: TipLabelProps) {
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.key === 'Escape') onEscape()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [onEscape])
  const { className, x, y } = placeOf(over.getBoundingClientRect(), position)
  return createPortal(
    <div id={id} role="tooltip" className={`o-tip ${className}`} style={measures({ x, y, delay: `${delayMs}ms` })}>
      {label}
    </div>,
    document.body,
  )
}

/** Minimum space above an element for a label, in pixels. */
const LEAST_ABOVE = 40

/** Places the label so that it stays inside the window. */
function placeOf(
  { left, right, top, bottom }: DOMRect,
  position: 'top' | 'right',
): { className: string; x: number; y: number } {
  const middle = (left + right) / 2
  if (position === 'right') return { className: 'beside', x: right, y: (top + bottom) / 2 }
  const [vertical, y] = top < LEAST_ABOVE ? ['below', bottom] : ['above', top]
  if (middle < window.innerWidth / 4) return { className: `${vertical} start`, x: left, y }
  if (middle > (window.innerWidth * 3) / 4) return { className: `${vertical} end`, x: right, y }
  return { className: vertical, x: middle, y }
}
