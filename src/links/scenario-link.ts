/**
 * The address that a page moves to when `?scenario=ADDRESS` asks for a scenario: the page that shows what is inside before anything is
 * opened. Undefined when the address asks for none.
 */
export function scenarioPlace(href: string): string | undefined {
  const url = new URL(href)
  const from = url.searchParams.get('scenario')
  if (from === null) return undefined
  url.searchParams.delete('scenario')
  url.hash = `/open?from=${encodeURIComponent(from)}`
  return url.href
}
