/** Time in which dialogs, menus and pages move the focus themselves after they have removed what had it, in milliseconds. */
const OTHERS_FIRST_MS = 150
/** A button that is disabled this long does not wait for its own request. */
const DISABLED_MS = 2_000
const REGION =
  'section, form, article, aside, nav, main, [role="dialog"], [role="region"], [role="tabpanel"], [role="menu"]'

const isLost = (): boolean => document.activeElement === null || document.activeElement === document.body

const isShown = (element: HTMLElement): boolean => element.isConnected && element.checkVisibility()

/**
 * Keeps the place of keyboard users: when a button, link or field goes away that had the focus, its section of the page gets it, or else
 * what is around that. Returns a function that stops this.
 */
export function keepRemovedFocus(): () => void {
  let last: HTMLElement | undefined
  let around: readonly HTMLElement[] = []
  let timer: ReturnType<typeof setTimeout> | undefined
  const note = ({ target }: FocusEvent): void => {
    clearTimeout(timer)
    timer = undefined
    if (!(target instanceof HTMLElement)) return
    last = target
    const found: HTMLElement[] = []
    // The elements around it are noted now: what is removed no longer knows them.
    for (let at = target.parentElement; at; at = at.parentElement) if (at.matches(REGION)) found.push(at)
    around = found
  }
  const move = (): void => {
    timer = undefined
    if (!isLost() || !last || (isShown(last) && !last.matches(':disabled'))) return
    const region = [...around, document.getElementById('content')].find((one) => one && isShown(one))
    if (!region) return
    if (!region.hasAttribute('tabindex')) region.tabIndex = -1
    region.focus({ preventScroll: true })
  }
  const observer = new MutationObserver(() => {
    // A button that waits for its own request gets the focus back, unless it goes away with its answer.
    if (!last || (last.isConnected && last.dataset['loading'] !== undefined)) return
    // A button that is disabled loses the focus with the next frame only.
    if (!isLost() && !last.matches(':disabled')) return
    timer ??= setTimeout(move, isShown(last) ? DISABLED_MS : OTHERS_FIRST_MS)
  })
  observer.observe(document.body, {
    subtree: true,
    childList: true,
    attributes: true,
    attributeFilter: ['disabled', 'data-loading', 'hidden'],
  })
  document.addEventListener('focusin', note)
  return () => {
    clearTimeout(timer)
    observer.disconnect()
    document.removeEventListener('focusin', note)
  }
}
