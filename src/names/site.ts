import { ALL_NAMES, type Names } from './sets'
import { SPOKEN } from './spoken'

/** Where the site that speaks a set of names lies, from the page of the one that is spoken: a folder of its own, or the site itself. */
export function siteOf(names: Names, base: string): string {
  const home = SPOKEN === 'orch' ? new URL('.', base) : new URL('..', base)
  return names === 'orch' ? home.href : new URL(`${names}/`, home).href
}

/**
 * The address that a page moves to when `?names=` asks for other names than the site speaks. `names` goes, the rest of the address
 * stays. Undefined when the page is where it should be; names that there are not are ignored.
 */
export function otherSite(href: string, base: string): string | undefined {
  const here = new URL(href)
  const wanted = ALL_NAMES.find((names) => names === here.searchParams.get('names'))
  if (!wanted || wanted === SPOKEN) return undefined
  here.searchParams.delete('names')
  return siteOf(wanted, base) + here.search + here.hash
}

/** A key of the browser's storages, which all sites of an origin share: what one set of names keeps the other never reads. */
export const browserKey = (name: string): string =>
  SPOKEN === 'orch' ? `orchard.${name}` : `orchard.${SPOKEN}.${name}`
