import { foreignWord } from './dictionary'
import { howToSwitch } from './flag'
import { ALL_NAMES } from './sets'
import { SPOKEN } from './spoken'

/**
 * What a client has to know whose request is written in the other names: which names are spoken, and how to switch. Undefined
 * when none of the texts has a word of the other names.
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

/** The hint of `wrongNames` as the end of a message; nothing when there is none to give. */
export function namesHintFor(...texts: readonly (string | null | undefined)[]): string {
  const hint = wrongNames(...texts)
  return hint === undefined ? '' : `; ${hint}`
}
