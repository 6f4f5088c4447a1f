/** Names of planes in addresses: what the browser's storage, locks and paths can all carry as it is. */
const PLANE_ID = /^[a-z0-9](?:[a-z0-9-]{0,46}[a-z0-9])?$/

/** The plane that a page's query names, `?plane=ID`; empty for the main plane, and for what can't be a plane. */
export function planeOfSearch(search: string): string {
  const id = new URLSearchParams(search).get('plane') ?? ''
  return PLANE_ID.test(id) ? id : ''
}

/** Where a plane's API lies: the site itself for the main plane, a path of its own below the site for each other one. */
export const planePath = (site: string, plane: string): string => (plane === '' ? site : `${site}planes/${plane}/`)

/** Which plane a path below the site names, and the path as its control plane lies; undefined for a path that names none. */
export function planeOfPath(site: string, path: string): string | undefined {
  if (!path.startsWith(`${site}planes/`)) return undefined
  const [id = '', rest] = path.slice(`${site}planes/`.length).split(/\/(.*)/s)
  return rest !== undefined && PLANE_ID.test(id) ? id : undefined
}
