import { loadConfig } from '../../config/config-file'
import type { Command } from '../../core/command'
import { CommandError } from '../../core/errors'
import { PROGRAM } from '../../core/words'
import { PRINT_FLAGS } from '../../print/printer'
import { type Kind, oneArgument, openFile, saveFile, shownPath } from './editable-config'
import { setProperty } from './property'
import { viewConfig } from './view'
import { CLUSTER_FLAGS, EMBED, EXEC_FLAGS, setEntryCommand, USER_FLAGS } from './set-entry'
import { CONTEXT_FLAGS, getContexts, setContext } from './contexts'

const deleter = (name: string, kind: Kind, word: string): Command => ({
  name,
  short: `Delete a ${word} from the configuration`,
  usage: 'NAME',
  async run(call) {
    const entry = oneArgument(call)
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
  short: `List the ${kind} of the configuration`,
  async run({ session, flags }) {
    session.out('NAME')
    for (const entry of [...(await loadConfig(session.io, flags))[kind].keys()].sort()) session.out(entry)
  },
})

/** The `config` command: reads and changes client configuration files, without a server. */
export const CONFIG: Command = {
  name: 'config',
  short: 'Change client configuration files',
  section: 'Other Commands',
  commands: [
    {
      name: 'current-context',
      short: 'Show the current context',
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
      short: 'List the contexts of the configuration',
      usage: '[NAME]',
      flags: [
        { name: 'no-headers', type: 'bool', default: 'false', help: 'Leave out the header' },
        { name: 'output', short: 'o', type: 'string', help: 'name prints only the names' },
      ],
      run: getContexts,
    },
    lister('get-users', 'users'),
    {
      name: 'rename-context',
      short: 'Rename a context',
      usage: 'NAME NEW_NAME',
      async run(call) {
        const [from = '', to = ''] = call.args
        if (call.args.length !== 2) throw new CommandError(`Unexpected args: [${call.args.join(' ')}]`)
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
      short: 'Set one field of the configuration',
      usage: 'PROPERTY VALUE',
      run(call) {
        if (call.args.length !== 2) throw new CommandError(`Unexpected args: [${call.args.join(' ')}]`)
        return setProperty(call, call.args[1] ?? '')
      },
    },
    setEntryCommand(
      'set-cluster',
      'clusters',
      'Cluster',
      'Set a cluster',
      [...CLUSTER_FLAGS, EMBED],
      ['certificate-authority'],
    ),
    { name: 'set-context', short: 'Set a context', usage: '[NAME | --current]', flags: CONTEXT_FLAGS, run: setContext },
    setEntryCommand(
      'set-credentials',
      'users',
      'User',
      'Set a user',
      [...USER_FLAGS, ...EXEC_FLAGS, EMBED],
      ['client-certificate', 'client-key'],
    ),
    {
      name: 'unset',
      short: 'Remove one field of the configuration',
      usage: 'PROPERTY',
      run: (call) => setProperty(call, undefined),
    },
    {
      name: 'use-context',
      aliases: ['use'],
      short: 'Choose the current context',
      usage: 'NAME',
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
      short: 'Show the configuration',
      flags: [
        ...PRINT_FLAGS,
        { name: 'flatten', type: 'bool', default: 'false', help: 'Write the content of files into what is shown' },
        { name: 'minify', type: 'bool', default: 'false', help: 'Only what the current context uses' },
        { name: 'raw', type: 'bool', default: 'false', help: 'Show credentials, too' },
      ],
      run: viewConfig,
    },
  ],
}
