import { ALL_NAMES, type Names } from './sets'
import { SPOKEN } from './spoken'

/** How to start a server, or open a page, with a given vocabulary. */
export const howToSwitch = (to: Names): string =>
  `start the server with --names ${to}, or open the page with ?names=${to}`

/** Why a value of `--names` is not accepted; undefined for this build's vocabulary. */
export function namesFault(value: string): string | undefined {
  const wanted = ALL_NAMES.find((names) => names === value)
  if (!wanted) return `must be ${ALL_NAMES.join(' or ')}`
  return wanted === SPOKEN ? undefined : `this program speaks the names ${SPOKEN}; ${howToSwitch(wanted)}`
}
