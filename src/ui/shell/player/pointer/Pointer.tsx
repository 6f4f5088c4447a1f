import { useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { textScale, usePreferences } from '../../../state/preferences'
import { scaledCondition } from '../../../state/scaled-queries'
import { measures } from '../../../components/measures'
import { usePointer } from './pointer-state'
import '../../marked-box.css'
import './pointer.css'

interface Box {
  readonly top: number
  readonly left: number
  readonly width: number
  readonly height: number
}

function boxOf(element: Element): Box | undefined {
  const { top, left, width, height } = element.getBoundingClientRect()
  return width > 0 && height > 0 ? { top, left, width, height } : undefined
}

/** Tracks the box of an element while it is pointed at, because pages scroll and fields grow. */
function useBox(at: Element | undefined): Box | undefined {
  const [box, setBox] = useState<Box>()
  useEffect(() => {
    if (!at) return setBox(undefined)
    // On small screens the lesson covers the lower half of the page, so scroll to what remains visible.
    at.scrollIntoView({
      block: matchMedia(scaledCondition('(width < 60rem)', textScale(usePreferences.getState().presenting))).matches
        ? 'center'
        : 'nearest',
    })
    const look = (): void => setBox(boxOf(at))
    look()
    const sizes = new ResizeObserver(look)
    sizes.observe(at)
    window.addEventListener('resize', look)
    window.addEventListener('scroll', look, true)
    return () => {
      sizes.disconnect()
      window.removeEventListener('resize', look)
      window.removeEventListener('scroll', look, true)
    }
  }, [at])
  return box
}

/** A frame around the next element to use, with an arrow that moves there. The player shows the explanation. */
export function Pointer() {
  const { at, pressed } = usePointer()
  const box = useBox(at)
  if (!box) return null
  return createPortal(
    <div className={pressed ? 'o-pointer pressed' : 'o-pointer'} style={measures({ ...box })} aria-hidden="true">
      <div className="o-marked-box o-pointer-frame" />
      <svg className="o-pointer-arrow" viewBox="0 0 24 24">
        <path d="M4 2 L20 11.5 L12.5 13 L16.5 21 L13.5 22.5 L9.5 14.5 L4 19.5 Z" />
      </svg>
    </div>,
    document.body,
  )
}
