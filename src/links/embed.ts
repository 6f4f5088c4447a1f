/** The initial page of an embedded interface, by panel name. */
export const EMBED_PANELS = {
  lesson: '/explore',
  objects: '/explore',
  map: '/map',
  lab: '/apply',
  matrix: '/access',
  why: '/access/why',
  chain: '/admission',
  console: '/console',
  watch: '/watch',
  workloads: '/workloads',
} as const

/** A part of the page that can be embedded. */
export type EmbedPanel = keyof typeof EMBED_PANELS

const PREFIX = 'embed-'
const isPanel = (text: string | null): text is EmbedPanel => text !== null && Object.hasOwn(EMBED_PANELS, text)

/** The panel requested by a page's query, `?embed=PANEL`; undefined for the whole interface. */
export function embedPanel(search: string): EmbedPanel | undefined {
  const wanted = new URLSearchParams(search).get('embed')
  return isPanel(wanted) ? wanted : undefined
}

/** Whether an embedded page may show this plane; false for planes made by the user. */
export const isEmbedPlane = (plane: string): boolean => plane.startsWith(PREFIX)

/**
 * The address that an embedded page must move to: with a plane for embedding and, if the address names no page, its panel's page.
 * Undefined if the page can stay.
 */
export function embedAddress(href: string): string | undefined {
  const url = new URL(href)
  const panel = embedPanel(url.search)
  if (!panel) return undefined
  const plane = url.searchParams.get('plane') ?? ''
  if (!isEmbedPlane(plane)) url.searchParams.set('plane', `${PREFIX}page`)
  // Only the embedding page's scenario may choose settings.
  for (const name of ['flags', 'relay', 'scenario', 'link']) url.searchParams.delete(name)
  if (url.hash === '') url.hash = EMBED_PANELS[panel]
  return url.href === href ? undefined : url.href
}
