import { encodeClientConfig, parseClientConfig, type ClientConfig } from '../../../machinery/client-config'
import { fromUtf8 } from '../../../machinery/base64'
import type { JsonObject } from '../../../machinery/json'
import { loadConfig } from '../../config/config-file'
import type { Call } from '../../core/command'
import { CommandError, Misuse } from '../../core/errors'
import { FileMissing } from '../../core/io'
import { resolvePath } from '../../core/paths'

/** The lists of a client configuration file. */
export type Kind = 'clusters' | 'users' | 'contexts'
/** A client configuration with mutable entries, by name. */
export type Editable = { currentContext: string } & Record<Kind, Map<string, JsonObject>>

/** Copies a configuration, so that the loaded one stays unchanged. */
export const editable = (config: ClientConfig): Editable => ({
  currentContext: config.currentContext,
  clusters: new Map(config.clusters),
  users: new Map(config.users),
  contexts: new Map(config.contexts),
})

/** Reads the file that `config` commands change; empty if the file does not exist yet. */
export async function openFile({ session, flags }: Call): Promise<{ path: string; config: Editable }> {
  const loaded = await loadConfig(session.io, flags).catch(async (error: unknown) => {
    // A file given by a flag need not exist to be written.
    if (flags.string('kubeconfig') && error instanceof CommandError && error.message.startsWith('stat '))
      return undefined
    throw error
  })
  const path = loaded?.file ?? resolvePath(session.io.cwd, flags.string('kubeconfig'))
  try {
    return { path, config: editable(parseClientConfig(fromUtf8(await session.io.files.read(path)))) }
  } catch (error) {
    if (!(error instanceof FileMissing)) throw error
    return { path, config: { currentContext: '', clusters: new Map(), users: new Map(), contexts: new Map() } }
  }
}

/** Writes the configuration to its file. */
export const saveFile = ({ session }: Call, path: string, config: Editable): Promise<void> =>
  session.io.files.write(path, encodeClientConfig(config))

/** The only argument of a command. @throws Misuse unless there is exactly one */
export const oneArgument = ({ args }: Call, title = 'Unexpected'): string => {
  const [word] = args
  if (word === undefined || args.length !== 1) throw new Misuse(`${title} args: [${args.join(' ')}]`)
  return word
}

/** The file's path as the user wrote it, for messages. */
export const shownPath = ({ flags }: Call, path: string): string => flags.string('kubeconfig') || path
