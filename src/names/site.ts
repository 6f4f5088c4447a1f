import { ALL_NAMES, type Names } from './sets'
import { SPOKEN } from './spoken'

/** The site for a vocabulary, seen from a page of the current one: a subfolder, or the site itself. */
export function siteOf(names: Names, base: string): string {
  const home = SPOKEN === 'orch' ? new URL('.', base) : new URL('..', base)
  return names === 'orch' ? home.href : new URL(`${names}/`, home).href
}

/**
 * The address to move to when `?names=` requests the other vocabulary. Removes `names` and keeps the rest. Undefined if the page
 * can stay; unknown names are ignored.
 */
export function otherSite(href: string, base: string): string | undefined {
  const here = new URL(href)
  const wanted = ALL_NAMES.find((names) => names === here.searchParams.get('names'))
  if (!wanted || wanted === SPOKEN) return undefined
  here.searchParams.delete('names')
  return siteOf(wanted, base) + here.search + here.hash
}

/** A storage key. All sites of an origin share storage, so keys keep the vocabularies apart. */
export const browserKey = (name: string): string =>
  SPOKEN === 'orch' ? `orchard.${name}` : `orchard.${SPOKEN}.${name}`
