import { StatusError } from '../../client/status-error'
import { byText } from '../../machinery/by-text'
import { messageOf } from '../../machinery/message-of'
import { pruningByLabels } from '../apply/prune'
import type { Call, Command } from '../core/command'
import { CommandError, Exit, explainError, PlainError } from '../core/errors'
import { managerOf } from '../core/words'
import { FILE_FLAGS } from '../resources/manifest-files'
import { type Info, readManifests, resolveManifest, selectByLabel } from '../resources/manifests'
import type { Place } from '../resources/server'
import { apiVersionOf } from '../core/catalogue'
import { compareOutside, diffOf, type Sides } from './diff-text'
import { compared } from './diff-merge'

/** The command `orchctl diff`, which exits with 1 if there are differences. */
export const DIFF: Command = {
  name: 'diff',
  short: 'Diff the live version against a would-be applied version',
  section: 'Advanced Commands',
  long: 'Shows the difference between what is there and what would be after an apply. Exits with 1 when there is one, and with more after a failure.',
  flags: [
    ...FILE_FLAGS,
    { name: 'concurrency', type: 'int', default: '1', help: 'How many objects to compare at once' },
    {
      name: 'field-manager',
      type: 'string',
      default: managerOf('client-side-apply'),
      help: 'Name under which the fields are owned',
    },
    {
      name: 'force-conflicts',
      type: 'bool',
      default: 'false',
      help: 'With --server-side: take fields over from their owners',
    },
    { name: 'prune', type: 'bool', default: 'false', help: 'Show what an apply with --prune would delete, too' },
    { name: 'prune-allowlist', type: 'strings', help: 'With --prune: the kinds to delete, as group/version/kind' },
    { name: 'selector', short: 'l', type: 'string', help: 'Labels of the objects of the files that are meant' },
    { name: 'server-side', type: 'bool', default: 'false', help: 'Let the server merge' },
    { name: 'show-managed-fields', type: 'bool', default: 'false', help: 'Compare managedFields, too' },
  ],
  run: diff,
}

async function diff(call: Call): Promise<void> {
  const { session, flags } = call
  try {
    if (flags.list('filename').length === 0 && !flags.string('kustomize'))
      throw new CommandError('must specify one of -f and -k')
    const infos: Info[] = []
    for (const manifest of selectByLabel(flags.string('selector'), await readManifests(session, flags)))
      infos.push(await resolveManifest(session, manifest))
    const sides: Sides[] = []
    for (const info of infos) sides.push(await sidesOf(call, info))
    if (flags.bool('prune')) sides.push(...(await prunedSides(call, infos)))
    // The reference client compares two directories, so files are sorted by name.
    sides.sort((a, b) => byText(a.file, b.file))
    const program = session.io.env.KUBECTL_EXTERNAL_DIFF ?? session.io.env.ORCHCTL_EXTERNAL_DIFF
    if (program && session.io.compareFolders) {
      const code = await compareOutside(call, program, sides)
      if (code > 0) throw new Exit(code)
      return
    }
    const text = sides.map((side) => diffOf(call, side)).join('')
    if (text === '') return
    session.io.stdout(text)
  } catch (error) {
    // Exit code 1 means that there are differences: failures have a higher code.
    if (error instanceof StatusError) throw new PlainError(explainError(error).text, 2)
    if (error instanceof CommandError) throw new CommandError(messageOf(error), 2)
    throw error
  }
  throw new Exit(1)
}

const fileOf = ({ resource, namespace, name }: Place): string =>
  [apiVersionOf(resource).replace('/', '.'), resource.kind, namespace, name].join('.')

async function sidesOf(call: Call, info: Info): Promise<Sides> {
  if (info.name === '') throw new CommandError('resource name may not be empty')
  return { file: fileOf(info), ...(await compared(call, info)) }
}

/** The objects that an apply with --prune would delete. A failure to find them is reported, and the rest is compared nevertheless. */
async function prunedSides(call: Call, infos: readonly Info[]): Promise<Sides[]> {
  const kept = new Set(infos.map(fileOf))
  try {
    const pruning = await pruningByLabels(call)
    await pruning.before(infos)
    return (await pruning.candidates())
      .map(({ place, object }) => ({ file: fileOf(place), live: object, merged: undefined }))
      .filter(({ file }) => !kept.has(file))
  } catch (error) {
    if (!(error instanceof CommandError)) throw error
    call.session.log('W', 'diff.go:713', `pruning failed and could not be evaluated err: ${error.message}`)
    return []
  }
}
