import { create } from 'zustand'

interface PointerState {
  /** The highlighted element; absent when nothing is shown. */
  readonly at?: Element | undefined
  /** True while the element is being pressed. */
  readonly pressed: boolean
}

/** Position of the pointer that demonstrates a solution. */
export const usePointer = create<PointerState>()(() => ({ pressed: false }))

/** Moves the pointer to an element, or removes it. */
export const pointAt = (at: Element | undefined, pressed = false): void => usePointer.setState({ at, pressed }, true)
