/** Names of planes in addresses, limited to what storage, locks and paths of a browser can all contain unescaped. */
const PLANE_ID = /^[a-z0-9](?:[a-z0-9-]{0,46}[a-z0-9])?$/

/** The plane that a page's query names, `?plane=ID`; empty for the main plane, and for invalid names. */
export function planeOfSearch(search: string): string {
  const id = new URLSearchParams(search).get('plane') ?? ''
  return PLANE_ID.test(id) ? id : ''
}

/** The path of a plane's API: the site itself for the main plane, a path of its own below the site for each other one. */
export const planePath = (site: string, plane: string): string => (plane === '' ? site : `${site}planes/${plane}/`)

/** The plane that a path below the site names; undefined if it names none. */
export function planeOfPath(site: string, path: string): string | undefined {
  if (!path.startsWith(`${site}planes/`)) return undefined
  const [id = '', rest] = path.slice(`${site}planes/`.length).split(/\/(.*)/s)
  return rest !== undefined && PLANE_ID.test(id) ? id : undefined
}
