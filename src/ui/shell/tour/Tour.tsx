import { Button } from '@mantine/core'
import { useEffect, useMemo, useRef, useState } from 'react'
import { measures } from '../../components/measures'
import { STOPS } from './stops'
import { endTour } from './tour-state'
import '../marked-box.css'
import './tour.css'

interface Box {
  readonly top: number
  readonly left: number
  readonly width: number
  readonly height: number
}

const CARD = { width: 320, height: 190 }
const GAP = 10

function boxOf(selector: string): Box | undefined {
  const rect = document.querySelector(selector)?.getBoundingClientRect()
  return rect && rect.width > 0 && rect.height > 0
    ? { top: rect.top, left: rect.left, width: rect.width, height: rect.height }
    : undefined
}

const clamp = (value: number, most: number): number => Math.max(GAP, Math.min(value, most - GAP))

/** Position of the card: beside a tall target, below or above a flat one, always inside the window. */
function cardPlace(box: Box): { top: number; left: number } {
  const tall = box.height > innerHeight / 2
  const below = box.top + box.height + GAP
  const top = tall ? box.top + GAP * 4 : below + CARD.height < innerHeight ? below : box.top - CARD.height - GAP
  const left = tall ? box.left + box.width + GAP : box.left
  return {
    top: clamp(top, innerHeight - CARD.height),
    left: clamp(left, innerWidth - Math.min(CARD.width, innerWidth)),
  }
}

/** Walks through the frame's tour stops one at a time, skipping those that are not on the screen. */
export function Tour() {
  const stops = useMemo(() => STOPS.filter(({ selector }) => boxOf(selector) !== undefined), [])
  const [at, setAt] = useState(0)
  const [, measure] = useState(0)
  const next = useRef<HTMLButtonElement>(null)
  const before = useRef(document.activeElement)
  const stop = stops[at]
  const step = (by: number): void => {
    if (at + by >= stops.length) endTour()
    else setAt(Math.max(0, at + by))
  }
  useEffect(() => next.current?.focus(), [at])
  useEffect(() => {
    const again = (): void => measure((n) => n + 1)
    const { current: origin } = before
    window.addEventListener('resize', again)
    return () => {
      window.removeEventListener('resize', again)
      if (origin instanceof HTMLElement) origin.focus()
    }
  }, [])
  useEffect(() => {
    if (!stop) endTour()
  }, [stop])
  const box = stop && boxOf(stop.selector)
  if (!stop || !box) return null
  return (
    <div
      className="o-tour"
      onKeyDown={(event) => {
        event.stopPropagation()
        if (event.key === 'Escape') endTour()
        if (event.key === 'ArrowRight') step(1)
        if (event.key === 'ArrowLeft') step(-1)
      }}
    >
      <div className="o-marked-box o-tour-mark" style={measures({ ...box })} aria-hidden="true" />
      <div
        className="o-tour-card"
        role="dialog"
        aria-modal="true"
        aria-labelledby="tour-title"
        aria-describedby="tour-text"
        style={measures(cardPlace(box))}
      >
        <h2 id="tour-title">{stop.title}</h2>
        <p id="tour-text">{stop.text}</p>
        <div className="o-row">
          <span className="o-dim o-small o-num">
            {at + 1} of {stops.length}
          </span>
          <span className="o-grow" />
          <Button size="compact-sm" variant="subtle" onClick={endTour}>
            End the tour
          </Button>
          {at > 0 && (
            <Button size="compact-sm" variant="default" onClick={() => step(-1)}>
              Back
            </Button>
          )}
          <Button ref={next} size="compact-sm" onClick={() => step(1)}>
            {at + 1 === stops.length ? 'Done' : 'Next'}
          </Button>
        </div>
      </div>
    </div>
  )
}
