import { messageOf } from '../../machinery/message-of'
import type { Call, Command } from '../core/command'
import { CommandError, PlainError, throwAll, usageError } from '../core/errors'
import { PROGRAM } from '../core/words'
import { printerOf, PRINT_FLAGS } from '../print/printer'
import { sortByField } from '../print/sort'
import { FILE_FLAGS } from '../resources/manifest-files'
import { select, type Selection } from '../resources/select'
import { itemsOf } from './get-answers'
import { watchSelection } from './get-watch'
import { printTables } from './get-tables'
import { collect, fromFiles } from './get-collect'

/** The command `orchctl get`. */
export const GET: Command = {
  name: 'get',
  short: 'Display one or many resources',
  section: 'Basic Commands (Intermediate)',
  long: 'Shows the most important facts about objects, as a table or in the format that -o names. Lists come from the current namespace unless -n or -A says otherwise.',
  flags: [
    ...FILE_FLAGS,
    ...PRINT_FLAGS,
    { name: 'all-namespaces', short: 'A', type: 'bool', default: 'false', help: 'List the objects of all namespaces' },
    {
      name: 'chunk-size',
      type: 'int',
      default: '500',
      help: 'How many objects to ask for in one request; 0 asks for all',
    },
    { name: 'field-selector', type: 'string', help: 'Fields to select by, such as status.phase=Running' },
    {
      name: 'ignore-not-found',
      type: 'bool',
      default: 'false',
      help: 'Exit with 0 when a named object does not exist',
    },
    { name: 'label-columns', short: 'L', type: 'list', help: 'Labels that get a column of their own' },
    { name: 'no-headers', type: 'bool', default: 'false', help: 'Leave out the headers of tables' },
    { name: 'output-watch-events', type: 'bool', default: 'false', help: 'Show the kind of each change with --watch' },
    { name: 'raw', type: 'string', help: 'Path to ask for; the answer is printed as it comes' },
    { name: 'selector', short: 'l', type: 'string', help: 'Labels to select by, such as app=web,tier!=back' },
    { name: 'server-print', type: 'bool', default: 'true', help: 'Let the server make the table' },
    { name: 'show-kind', type: 'bool', default: 'false', help: 'Show the kind before each name' },
    { name: 'show-labels', type: 'bool', default: 'false', help: 'Show all labels in the last column' },
    { name: 'sort-by', type: 'string', help: 'Field to sort by, such as .metadata.creationTimestamp' },
    { name: 'subresource', type: 'string', help: 'Subresource to show: status, scale or resize' },
    { name: 'watch', short: 'w', type: 'bool', default: 'false', help: 'Go on showing changes after the list' },
    { name: 'watch-only', type: 'bool', default: 'false', help: 'Show changes without the list' },
  ],
  run: runGet,
}

async function runGet(call: Call): Promise<void> {
  const { session, flags, args } = call
  if (flags.string('raw')) return raw(call)
  checkFlags(call)
  const unread: unknown[] = []
  const selecting = Boolean(flags.string('selector') || flags.string('field-selector'))
  const selection =
    flags.changed('filename') || flags.string('kustomize')
      ? await fromFiles(call, unread)
      : await select(session, args, { selecting, typeAlone: true, allNamespaces: flags.bool('all-namespaces') })
  if (flags.string('subresource') && selection.collections.length > 0)
    throw new CommandError('subresource cannot be used when bulk resources are specified')
  if (flags.bool('watch') || flags.bool('watch-only'))
    return watchSelection(call, selection, await printerOf(session, flags, true))
  const output = flags.string('output')
  if (output === 'wide' || (output === '' && !flags.string('template'))) await printTables(call, selection)
  else await printObjects(call, selection)
  if (unread.length > 0) throw new PlainError(unread.map(messageOf).join('\n'))
}

async function raw({ session, flags, args }: Call): Promise<void> {
  if (args.length > 0) throw new CommandError('arguments may not be passed when --raw is specified')
  if (flags.string('output')) throw new CommandError('--raw and --output are mutually exclusive')
  const path = flags.string('raw')
  const api = await session.api()
  if (!/^(?:\/|https?:)/.test(path))
    throw new CommandError(`--raw must be a valid URL path: parse ${JSON.stringify(path)}: invalid URI for request`)
  session.io.stdout(await api.text('GET', path))
}

function checkFlags({ flags, args, path, session }: Call): void {
  if (flags.string('output') === 'name' && flags.bool('show-labels'))
    throw new CommandError('--show-labels option cannot be used with name printer')
  if (flags.bool('output-watch-events') && !flags.bool('watch') && !flags.bool('watch-only'))
    throw new CommandError('--output-watch-events option can only be used with --watch or --watch-only')
  if (args.length === 0 && !flags.changed('filename') && !flags.string('kustomize')) {
    session.err(
      `You must specify the type of resource to get. Use "${PROGRAM} api-resources" for a complete list of supported resources.\n`,
    )
    throw usageError(
      path,
      `Required resource not specified.\nUse "${PROGRAM} explain <resource>" for a detailed description of that resource (e.g. ${PROGRAM} explain pods).`,
    )
  }
}

/** Objects in the format of -o; several become one list. */
async function printObjects(call: Call, selection: Selection): Promise<void> {
  const { session, flags } = call
  const { answers, errors } = await collect(call, selection)
  // For a single object, its absence is reported before an invalid format.
  if (selection.single) throwAll(errors)
  const printer = await printerOf(session, flags, true)
  if (!printer) return
  let items = answers.flatMap(({ object, list, resource }) => (list ? itemsOf(object, resource) : [object]))
  if (flags.string('sort-by')) items = sortByField(items, (item) => item, flags.string('sort-by'))
  if (flags.string('output') === 'name') for (const item of items) session.io.stdout(printer.print(item, 0))
  else if (selection.single) {
    const [only] = items
    if (only) session.io.stdout(printer.print(only, 0))
  } else if (items.length > 0 || errors.length === 0)
    session.io.stdout(printer.print({ apiVersion: 'v1', kind: 'List', metadata: { resourceVersion: '' }, items }, 0))
  throwAll(errors)
}
