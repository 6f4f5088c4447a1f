import { loadConfig } from '../../config/config-file'
import type { Command } from '../../core/command'
import { CommandError, Misuse, usageError } from '../../core/errors'
import { helpOf } from '../../help/help'
import { CONFIG_FILE, PROGRAM } from '../../core/words'
import { PRINT_FLAGS } from '../../print/printer'
import { type Kind, oneArgument, openFile, saveFile, shownPath } from './editable-config'
import { setProperty } from './property'
import { viewConfig } from './view'
import { CLUSTER_FLAGS, EMBED, EXEC_FLAGS, PROVIDER_FLAGS, setEntryCommand, USER_FLAGS } from './set-entry'
import { CONTEXT_FLAGS, getContexts, setContext } from './contexts'

const deleter = (name: string, kind: Kind, word: string): Command => ({
  name,
  short: `Delete the specified ${word} from the kubeconfig`,
  async run(call) {
    const [entry = ''] = call.args
    if (call.args.length !== 1) {
      if (kind === 'users') throw usageError(call.path, 'user to delete is required')
      // The reference client prints the help and exits successfully.
      return call.session.io.stdout(helpOf(deleter(name, kind, word), call.path))
    }
    const { path, config } = await openFile(call)
    const shown = shownPath(call, path)
    if (!config[kind].delete(entry)) throw new CommandError(`cannot delete ${word} ${entry}, not in ${shown}`)
    await saveFile(call, path, config)
    if (kind === 'contexts' && config.currentContext === entry)
      call.session.err(
        `warning: this removed your active context, use "${PROGRAM} config use-context" to select a different one`,
      )
    call.session.out(`deleted ${word} ${entry} from ${shown}`)
  },
})

const lister = (name: string, kind: 'clusters' | 'users'): Command => ({
  name,
  short: `Display ${kind} defined in the kubeconfig`,
  async run({ session, flags }) {
    session.out('NAME')
    for (const entry of [...(await loadConfig(session.io, flags))[kind].keys()].sort()) session.out(entry)
  },
})

/** Describes where configuration files are searched. */
const LOADING = `Modify kubeconfig files using subcommands like "${PROGRAM} config set current-context my-context".

 The loading order follows these rules:

  1.  If the --kubeconfig flag is set, then only that file is loaded. The flag may only be set once and no merging takes place.
  2.  If $KUBECONFIG environment variable is set, then it is used as a list of paths (normal path delimiting rules for your system). These paths are merged. When a value is modified, it is modified in the file that defines the stanza. When a value is created, it is created in the first file that exists. If no files in the chain exist, then it creates the last file in the list.
  3.  Otherwise, \${HOME}/${CONFIG_FILE} is used and no merging takes place.`

/** The `config` command: reads and changes client configuration files, without a server. */
export const CONFIG: Command = {
  name: 'config',
  short: 'Modify kubeconfig files',
  section: 'Other Commands',
  long: LOADING,
  commands: [
    {
      name: 'current-context',
      short: 'Display the current-context',
      async run({ session, flags }) {
        const { currentContext } = await loadConfig(session.io, flags).catch(() => ({ currentContext: '' }))
        if (!currentContext) throw new CommandError('current-context is not set')
        session.out(currentContext)
      },
    },
    deleter('delete-cluster', 'clusters', 'cluster'),
    deleter('delete-context', 'contexts', 'context'),
    deleter('delete-user', 'users', 'user'),
    lister('get-clusters', 'clusters'),
    {
      name: 'get-contexts',
      short: 'Describe one or many contexts',
      flags: [
        { name: 'no-headers', type: 'bool', default: 'false', help: 'Leave out the header' },
        { name: 'output', short: 'o', type: 'string', help: 'name prints only the names' },
      ],
      run: getContexts,
    },
    lister('get-users', 'users'),
    {
      name: 'rename-context',
      short: 'Rename a context from the kubeconfig file',
      async run(call) {
        const [from = '', to = ''] = call.args
        if (call.args.length !== 2) throw new Misuse(`Unexpected args: [${call.args.join(' ')}]`)
        const { path, config } = await openFile(call)
        const context = config.contexts.get(from)
        if (!context)
          throw new CommandError(
            `cannot rename the context ${JSON.stringify(from)}, it's not in ${shownPath(call, path)}`,
          )
        if (config.contexts.has(to))
          throw new CommandError(
            `cannot rename the context ${JSON.stringify(from)}, the context ${JSON.stringify(to)} already exists in ${shownPath(call, path)}`,
          )
        config.contexts.delete(from)
        config.contexts.set(to, context)
        if (config.currentContext === from) config.currentContext = to
        await saveFile(call, path, config)
        call.session.out(`Context ${JSON.stringify(from)} renamed to ${JSON.stringify(to)}.`)
      },
    },
    {
      name: 'set',
      short: 'Set an individual value in a kubeconfig file',
      flags: [
        {
          name: 'set-raw-bytes',
          type: 'bool',
          default: 'false',
          help: 'Take the value of a field of bytes as it is, not as base64',
        },
      ],
      run(call) {
        if (call.args.length !== 2) throw new Misuse(`Unexpected args: [${call.args.join(' ')}]`)
        return setProperty(call, call.args[1] ?? '')
      },
    },
    setEntryCommand(
      'set-cluster',
      'clusters',
      'Cluster',
      'Set a cluster entry in kubeconfig',
      [...CLUSTER_FLAGS, EMBED],
      ['certificate-authority'],
    ),
    {
      name: 'set-context',
      short: 'Set a context entry in kubeconfig',
      flags: CONTEXT_FLAGS,
      run: setContext,
    },
    setEntryCommand(
      'set-credentials',
      'users',
      'User',
      'Set a user entry in kubeconfig',
      [...USER_FLAGS, ...EXEC_FLAGS, ...PROVIDER_FLAGS, EMBED],
      ['client-certificate', 'client-key'],
    ),
    {
      name: 'unset',
      short: 'Unset an individual value in a kubeconfig file',
      run(call) {
        if (call.args.length !== 1) throw new Misuse(`Unexpected args: [${call.args.join(' ')}]`)
        return setProperty(call, undefined)
      },
    },
    {
      name: 'use-context',
      aliases: ['use'],
      short: 'Set the current-context in a kubeconfig file',
      async run(call) {
        const name = oneArgument(call)
        const { path, config } = await openFile(call)
        if (!config.contexts.has(name))
          throw new CommandError(`no context exists with the name: ${JSON.stringify(name)}`)
        config.currentContext = name
        await saveFile(call, path, config)
        call.session.out(`Switched to context ${JSON.stringify(name)}.`)
      },
    },
    {
      name: 'view',
      short: 'Display merged kubeconfig settings or a specified kubeconfig file',
      flags: [
        ...PRINT_FLAGS.map((flag) => (flag.name === 'output' ? { ...flag, default: 'yaml' } : flag)),
        { name: 'merge', type: 'bool', default: 'true', help: 'Show all files of the configuration as one' },
        { name: 'flatten', type: 'bool', default: 'false', help: 'Write the content of files into what is shown' },
        { name: 'minify', type: 'bool', default: 'false', help: 'Only what the current context uses' },
        { name: 'raw', type: 'bool', default: 'false', help: 'Show credentials, too' },
      ],
      run: viewConfig,
    },
  ],
}
