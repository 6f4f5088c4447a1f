/** The address to move to when `?scenario=ADDRESS` requests a scenario: the page that previews it. Undefined if none is requested. */
export function scenarioPlace(href: string): string | undefined {
  const url = new URL(href)
  const from = url.searchParams.get('scenario')
  if (from === null) return undefined
  url.searchParams.delete('scenario')
  url.hash = `/open?from=${encodeURIComponent(from)}`
  return url.href
}
