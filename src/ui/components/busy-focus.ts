/** The button that lost the focus by being disabled; its request runs, or has just ended. */
let left: HTMLElement | undefined

/** Where the user is: the focused element, or the busy button that lost the focus. */
export const focusedOrBusy = (): Element | null =>
  left && document.activeElement === document.body ? left : document.activeElement

/**
 * A button is disabled while its request runs, and so loses the focus. Gives the focus back when the button can be used
 * again, unless the user has gone elsewhere meanwhile. Returns a function that stops this.
 */
export function keepBusyFocus(): () => void {
  const forget = (): void => {
    left = undefined
  }
  const observer = new MutationObserver((mutations) => {
    for (const { target } of mutations) {
      if (!(target instanceof HTMLElement)) continue
      if (target.matches(':disabled')) {
        if (target === document.activeElement) left = target
      } else if (target === left && document.activeElement === document.body) target.focus({ preventScroll: true })
    }
  })
  observer.observe(document.body, { subtree: true, attributes: true, attributeFilter: ['disabled'] })
  document.addEventListener('pointerdown', forget, true)
  document.addEventListener('focusin', forget)
  return () => {
    observer.disconnect()
    document.removeEventListener('pointerdown', forget, true)
    document.removeEventListener('focusin', forget)
  }
}
