// Finds parts of a page that are cut off or overlap. Runs in the page.

/**
 * Texts and controls beyond the screen that can't be scrolled to, texts that their own element cuts, a page that scrolls sideways as a
 * whole, and overlapping elements in the top bar. Empty if there are none.
 */
export function layoutFaults() {
  const faults = []
  const width = document.documentElement.clientWidth
  const name = (element) => {
    const text = (element.getAttribute('aria-label') ?? element.textContent ?? '')
      .trim()
      .replace(/\s+/g, ' ')
      .slice(0, 50)
    const type = typeof element.className === 'string' ? element.className.split(' ')[0] : ''
    return `${element.tagName.toLowerCase()}${type && `.${type}`} “${text}”`
  }
  const visible = (element) =>
    element.checkVisibility({ visibilityProperty: true }) && getComputedStyle(element).clipPath === 'none'
  const scrolls = (element) => {
    for (let at = element.parentElement; at && at !== document.body; at = at.parentElement) {
      const { overflowX, textOverflow, clipPath } = getComputedStyle(at)
      if (overflowX === 'auto' || overflowX === 'scroll' || textOverflow === 'ellipsis' || clipPath !== 'none')
        return true
      if (at.matches('.monaco-editor, .react-flow, [data-pans], svg, .mantine-Slider-root')) return true
    }
    return false
  }
  const ownText = (element) =>
    Array.from(element.childNodes).some((node) => node.nodeType === 3 && node.data.trim() !== '')
  for (const element of document.querySelectorAll('body *')) {
    if (!ownText(element) && !element.matches('button, input, select, textarea, a')) continue
    const { right, left, width: wide, height } = element.getBoundingClientRect()
    if (wide === 0 || height === 0 || !visible(element)) continue
    const { overflowX, textOverflow } = getComputedStyle(element)
    const hides = (overflowX === 'hidden' || overflowX === 'clip') && textOverflow !== 'ellipsis'
    if (hides && ownText(element) && element.scrollWidth > element.clientWidth + 1)
      faults.push(`${name(element)} is cut: ${element.scrollWidth} in ${element.clientWidth} px`)
    if ((right > width + 1 || left < -1) && !scrolls(element))
      faults.push(`${name(element)} reaches ${Math.round(right)} of ${width} px`)
  }
  for (const body of document.querySelectorAll('.o-page-body, .o-start, .o-page, .o-content')) {
    const { overflowX } = getComputedStyle(body)
    if (body.scrollWidth > body.clientWidth + 1 && (overflowX === 'auto' || overflowX === 'scroll'))
      faults.push(`${name(body)} scrolls sideways: ${body.scrollWidth} in ${body.clientWidth} px`)
  }
  const line = Array.from(document.querySelectorAll('.o-top > *')).filter(
    // A menu that opens from the bar is not part of it.
    (element) =>
      element.getBoundingClientRect().width > 0 &&
      !element.matches('.o-grow') &&
      getComputedStyle(element).position !== 'absolute',
  )
  for (let i = 1; i < line.length; i++)
    if (line[i - 1].getBoundingClientRect().right > line[i].getBoundingClientRect().left + 1)
      faults.push(`${name(line[i - 1])} lies on ${name(line[i])}`)
  return faults
}
