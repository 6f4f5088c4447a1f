import { foreignWord } from './dictionary'
import { howToSwitch } from './flag'
import { ALL_NAMES } from './sets'
import { SPOKEN } from './spoken'

/**
 * An explanation for clients whose request uses the other vocabulary: the names served here, and how to switch. Undefined if
 * no text contains a word of the other vocabulary.
 */
export function wrongNames(...texts: readonly (string | null | undefined)[]): string | undefined {
  for (const text of texts) {
    const word = text ? foreignWord(text, SPOKEN) : undefined
    if (word === undefined) continue
    const other = ALL_NAMES.find((names) => names !== SPOKEN) ?? SPOKEN
    return `this server speaks the names "${SPOKEN}", and "${word}" is a name of "${other}": ${howToSwitch(other)}`
  }
  return undefined
}

/** The hint of `wrongNames` as the end of a message; empty if there is none. */
export function namesHintFor(...texts: readonly (string | null | undefined)[]): string {
  const hint = wrongNames(...texts)
  return hint === undefined ? '' : `; ${hint}`
}
