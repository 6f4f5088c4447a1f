import { create } from 'zustand'

interface PointerState {
  /** What is pointed at; nothing is while nothing is shown. */
  readonly at?: Element | undefined
  /** It is being pressed. */
  readonly pressed: boolean
}

/** Where the pointer is that shows a solution. */
export const usePointer = create<PointerState>()(() => ({ pressed: false }))

/** Moves the pointer to an element, or takes it away. */
export const pointAt = (at: Element | undefined, pressed = false): void => usePointer.setState({ at, pressed }, true)
