import type { ControlRole } from '../../../../scenarios/scenario'

/** The elements that have each role, by themselves or because they say so. */
const ELEMENTS: Readonly<Record<ControlRole, string>> = {
  button: 'button:not([role]), [role="button"], input[type="submit"]',
  link: 'a[href]:not([role]), [role="link"]',
  tab: '[role="tab"], .o-tabs a[href]',
  switch: '[role="switch"]',
  field:
    'input:not([type="checkbox"], [type="radio"], [type="submit"], [role="switch"]), textarea, select, [role="textbox"]',
}

const oneLine = (text: string | null | undefined): string => (text ?? '').replace(/\s+/g, ' ').trim()

/** What assistive technology calls a control: its label, or else its text. */
function nameOf(control: HTMLElement): string {
  const by = control.getAttribute('aria-labelledby')
  const named = by?.split(/\s+/).map((id) => document.getElementById(id)?.textContent)
  if (named) return oneLine(named.join(' '))
  const label = control.getAttribute('aria-label')
  if (label !== null) return oneLine(label)
  const labels = 'labels' in control ? (control.labels as NodeListOf<HTMLLabelElement> | null) : null
  const [first] = labels ?? []
  return oneLine(first?.textContent ?? control.textContent)
}

/** The first visible control of the page with this role and name. */
export const findControl = (role: ControlRole, name: string): HTMLElement | undefined =>
  [...document.querySelectorAll<HTMLElement>('#content')]
    .flatMap((content) => [...content.querySelectorAll<HTMLElement>(ELEMENTS[role])])
    .find((control) => control.offsetWidth > 0 && nameOf(control) === name)
