import { DEFAULT_AUTHORIZATION_MODE } from '../../flags/access'
import { decodeYaml } from '../../machinery/decode-yaml'
import { isObject } from '../../machinery/json'
import { flagValue, withFlag, withoutFlag } from './argv'
import { fromDataUrl } from './data-url'

const MODE_FLAG = 'authorization-mode'
const FILE_FLAG = 'authorization-config'

/** The authorizers that decide on requests. */
export interface Authorizers {
  /** Modes and types in order of evaluation. */
  readonly modes: readonly string[]
  /** The flag or file that configures them, as shown to people. */
  readonly source: string
}

/** The authorizers of a control plane with these flags: from its configuration file, otherwise from its modes. */
export function authorizersOf(argv: readonly string[]): Authorizers {
  const file = flagValue(argv, FILE_FLAG)
  if (file !== undefined) {
    const modes = typesIn(fromDataUrl(file))
    return { modes, source: modes.length > 0 ? `--${FILE_FLAG}: ${modes.join(', ')}` : `--${FILE_FLAG}` }
  }
  const modes = (flagValue(argv, MODE_FLAG) ?? DEFAULT_AUTHORIZATION_MODE)
    .split(',')
    .map((mode) => mode.trim())
    .filter(Boolean)
  return { modes, source: `--${MODE_FLAG}=${modes.join(',')}` }
}

/** The flags with these modes. Drops a configuration file, because a server accepts only one of the two. */
export const withAuthorizers = (argv: readonly string[], modes: readonly string[]): string[] =>
  withFlag(withoutFlag(argv, FILE_FLAG), MODE_FLAG, modes.join(','))

/** The types in a configuration file that the running server has accepted; empty if the page can't read the file. */
function typesIn(text: string | undefined): string[] {
  const value: unknown = text === undefined ? undefined : decodeYaml(text).value
  const entries: unknown = isObject(value) ? value['authorizers'] : undefined
  if (!Array.isArray(entries)) return []
  return entries.flatMap((entry: unknown) =>
    isObject(entry) && typeof entry['type'] === 'string' ? [entry['type']] : [],
  )
}
