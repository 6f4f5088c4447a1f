import { PROGRAM } from '../../../orchctl/core/words'
import { tokensOf } from './shell/parse'

/** The objects behind the rows of a printed table. */
export interface AskedTable {
  /** The type as typed; empty if the command prints no table. */
  readonly type: string
  readonly namespace: string
  readonly everywhere: boolean
}

/** The type in a `get` command, which the rows of its tables belong to. */
export function askedTable(input: string): AskedTable {
  const words = tokensOf(input.split('\n')[0] ?? '').tokens.map(({ text }) => text)
  const at = words.indexOf('get')
  const valued = (names: readonly string[]): string | undefined => {
    const i = words.findIndex((word) => names.includes(word))
    const joined = words.find((word) => names.some((name) => name.startsWith('--') && word.startsWith(`${name}=`)))
    return i >= 0 ? words[i + 1] : joined?.slice(joined.indexOf('=') + 1)
  }
  return {
    type: words[0] === PROGRAM && at > 0 ? (words[at + 1] ?? '') : '',
    namespace: valued(['-n', '--namespace']) ?? 'default',
    everywhere: words.includes('-A') || words.includes('--all-namespaces'),
  }
}
