import { loadConfig, textIn } from '../../config/config-file'
import type { Call } from '../../core/command'
import { CommandError } from '../../core/errors'
import type { Flag } from '../../core/flags'
import { PROGRAM } from '../../core/words'
import { formatRows } from '../../print/tabwriter'
import { openFile, saveFile } from './editable-config'
import { flagsGiven } from './set-entry'

/** Flags of `set-context`. */
export const CONTEXT_FLAGS: readonly Flag[] = [
  { name: 'cluster', type: 'string', help: 'Cluster of the context' },
  { name: 'current', type: 'bool', default: 'false', help: 'Change the current context' },
  { name: 'namespace', type: 'string', help: 'Namespace of the context' },
  { name: 'user', type: 'string', help: 'User of the context' },
]

/** Creates or changes a context; `--current` changes the current one. */
export async function setContext(call: Call): Promise<void> {
  const { session, flags, args } = call
  const { path, config } = await openFile(call)
  if (args.length === 0 && !flags.bool('current'))
    throw new CommandError('you must specify a non-empty context name or --current')
  if (args.length > 0 && flags.bool('current'))
    throw new CommandError('you cannot specify both a context name and --current')
  const name = flags.bool('current') ? config.currentContext : (args[0] ?? '')
  if (!name) throw new CommandError('no current context is set')
  const there = config.contexts.has(name)
  config.contexts.set(name, { ...config.contexts.get(name), ...flagsGiven(call, CONTEXT_FLAGS, ['current']) })
  await saveFile(call, path, config)
  session.out(`Context ${JSON.stringify(name)} ${there ? 'modified' : 'created'}.`)
}

/** Prints the contexts as a table or by name. @throws CommandError after the table, for names that don't exist */
export async function getContexts({ session, flags, args }: Call): Promise<void> {
  const output = flags.string('output')
  if (output !== '' && output !== 'name')
    throw new CommandError(
      `--output ${output} is not available in ${PROGRAM} config get-contexts; resetting to default output format`,
    )
  const config = await loadConfig(session.io, flags, true)
  const missing = args.filter((name) => !config.contexts.has(name))
  const names = args.length > 0 ? args.filter((name) => config.contexts.has(name)) : [...config.contexts.keys()].sort()
  if (flags.string('output') === 'name') for (const name of names) session.out(name)
  else {
    const rows = names.map((name) => {
      const context = config.contexts.get(name)
      return [
        name === config.currentContext ? '*' : '',
        name,
        ...['cluster', 'user', 'namespace'].map((key) => textIn(context, key)),
      ]
    })
    const header = ['CURRENT', 'NAME', 'CLUSTER', 'AUTHINFO', 'NAMESPACE']
    session.io.stdout(formatRows(flags.bool('no-headers') ? rows : [header, ...rows]))
  }
  if (missing.length > 0) throw new CommandError(missing.map((name) => `context ${name} not found`).join('\n'))
}
