import { useEffect, useState } from 'react'
import { fixedTitle } from '../components/key-sections'
import { KeySigns } from '../components/KeySigns'
import { isTyping, useKeyState } from '../state/keys'
import { pressedKeys } from './pressed-keys'

interface Pressed {
  readonly keys: string
  /** What the keys did, if they are bound. */
  readonly title: string | undefined
}

const SHOWN_MS = 2_500

/** For an audience: shows the keys that were pressed last, and what they did. Text in fields is never shown. */
export function PressedKeys() {
  const [pressed, setPressed] = useState<Pressed>()
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const onKey = (event: KeyboardEvent): void => {
      const keys = pressedKeys(event, isTyping(event.target))
      if (keys === undefined) return
      const before = useKeyState.getState().ran
      // Once the page's own listeners have run, its state says what the key did.
      setTimeout(() => {
        const { ran, pending } = useKeyState.getState()
        setPressed(ran && ran !== before ? ran : { keys: pending || keys, title: fixedTitle(keys) })
        clearTimeout(timer)
        timer = setTimeout(() => setPressed(undefined), SHOWN_MS)
      })
    }
    window.addEventListener('keydown', onKey, true)
    return () => {
      window.removeEventListener('keydown', onKey, true)
      clearTimeout(timer)
    }
  }, [])
  if (!pressed) return null
  return (
    <div className="o-pressed" aria-hidden="true">
      <KeySigns keys={pressed.keys} />
      {pressed.title}
    </div>
  )
}
