import { StatusError } from '../../client/client'
import { isObject, type Json, type JsonObject } from '../../machinery/json'
import type { ApiObject } from '../../machinery/object'
import { messageOf } from '../../machinery/message-of'
import { writeJson } from '../../machinery/json-text'
import { threeWayPatch } from '../apply/patch'
import { pruningByLabels } from '../apply/prune'
import { unifiedHunks } from '../apply/unified-diff'
import { byText } from '../print/json-text'
import type { Call, Command } from '../core/command'
import { CommandError, Exit, explainError, PlainError } from '../core/errors'
import { LAST_APPLIED, managerOf, PROGRAM } from '../core/words'
import { withoutManagers } from '../print/printer'
import { yamlText } from '../print/yaml-text'
import { FILE_FLAGS } from '../resources/manifest-files'
import { readManifests, resolveManifest, type Info } from '../resources/manifests'
import { Objects, type Place } from '../resources/server'
import { lastApplied } from './apply'
import { selectByLabel } from './create/create'
import { apiVersionOf } from '../core/catalogue'

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
    // The known client compares two directories: their files come in the order of names.
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
    // 1 says that there are differences: failures have a code above it.
    if (error instanceof StatusError) throw new PlainError(explainError(error).text, 2)
    if (error instanceof CommandError) throw new CommandError(messageOf(error), 2)
    throw error
  }
  throw new Exit(1)
}

/** An object as it is and as it would be; undefined where there is none. */
interface Sides {
  readonly file: string
  readonly live: ApiObject | undefined
  readonly merged: ApiObject | undefined
}

const fileOf = ({ resource, namespace, name }: Place): string =>
  [apiVersionOf(resource).replace('/', '.'), resource.kind, namespace, name].join('.')

async function sidesOf(call: Call, info: Info): Promise<Sides> {
  if (info.name === '') throw new CommandError('resource name may not be empty')
  const live = await new Objects(call.session).find(info)
  const merged = call.flags.bool('server-side')
    ? await mergedOnServer(call, info)
    : await mergedByClient(call, info, live)
  return { file: fileOf(info), live, merged }
}

/** What an apply with --prune would delete. A failure to find it is told, and the rest is compared all the same. */
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

/** The texts of both sides; undefined where there is no object. */
const textsOf = ({ flags }: Call, { live, merged }: Sides): (string | undefined)[] =>
  masked(live, merged).map(
    (object) => object && yamlText(flags.bool('show-managed-fields') ? object : withoutManagers(object)),
  )

/** Lets another program compare; resolves with its exit code. Words of its line that hold more than letters, digits, - and = are left out. */
async function compareOutside(call: Call, line: string, sides: readonly Sides[]): Promise<number> {
  const { io } = call.session
  const [program = '', ...words] = line.split(' ')
  const folders = { LIVE: new Map<string, string>(), MERGED: new Map<string, string>() }
  for (const side of sides) {
    const [before, after] = textsOf(call, side)
    if (before !== undefined) folders.LIVE.set(side.file, before)
    if (after !== undefined) folders.MERGED.set(side.file, after)
  }
  const args = words.filter((word) => /^[a-zA-Z0-9=-]+$/.test(word))
  const result = await io.compareFolders?.(program, args, folders).catch((error: unknown) => {
    throw new CommandError(
      error instanceof Error && 'code' in error && error.code === 'ENOENT'
        ? `failed to run ${JSON.stringify(program)}: executable file not found in $PATH`
        : messageOf(error),
    )
  })
  if (!result) return 0
  io.stdout(result.stdout)
  io.stderr(result.stderr)
  // 1 says that there are differences.
  if (result.exitCode > 1)
    throw new CommandError(`failed to run ${JSON.stringify(program)}: exit status ${result.exitCode}`)
  return result.exitCode
}

function diffOf(call: Call, side: Sides): string {
  const { clock, env } = call.session.io
  const { file } = side
  const [before, after] = textsOf(call, side)
  const hunks = unifiedHunks(before ?? '', after ?? '')
  if (hunks === '') return ''
  const folder = (env.TMPDIR ?? '/tmp').replace(/\/$/, '')
  const number = String(Math.floor(clock.now() * 1000) % 4_000_000_000)
  const [from, to] = ['LIVE', 'MERGED'].map((side) => `${folder}/${side}-${number}/${file}`)
  const time = new Date(clock.now()).toISOString().replace('T', ' ').replace('Z', '000000 +0000')
  return `diff -u -N ${from} ${to}\n--- ${from}\t${time}\n+++ ${to}\t${time}\n${hunks}`
}

type Pair = readonly [live: ApiObject | undefined, merged: ApiObject | undefined]

/** Values of secrets are not shown: only that they differ. */
function masked(...[live, merged]: Pair): Pair {
  const one = live ?? merged
  if (one?.kind !== 'Secret' || one.apiVersion !== 'v1') return [live, merged]
  const [before, after] = [dataOf(live), dataOf(merged)]
  const hidden = (data: JsonObject, other: JsonObject, when: string): JsonObject =>
    Object.fromEntries(
      Object.entries(data).map(([key, value]) => [
        key,
        other[key] === undefined || other[key] === value ? '***' : `*** (${when})`,
      ]),
    )
  return [
    live?.data ? { ...live, data: hidden(before, after, 'before') } : live,
    merged?.data ? { ...merged, data: hidden(after, before, 'after') } : merged,
  ]
}

const dataOf = (object: ApiObject | undefined): JsonObject => (isObject(object?.data) ? object.data : {})

async function mergedByClient(call: Call, info: Info, live: ApiObject | undefined): Promise<ApiObject> {
  const { session, flags } = call
  const objects = new Objects(session)
  const options = { dryRun: 'server' as const, fieldManager: flags.string('field-manager') }
  const modified = withoutLastApplied(info.object)
  if (!live) return objects.create(info.resource, info.namespace, modified, options)
  const patch = await threeWayPatch(session, info.resource, {
    original: lastApplied(live),
    modified,
    current: live as unknown as Json,
  })
  return Object.keys(patch.body).length === 0 ? live : objects.patch(info, patch.type, patch.body, options)
}

/** What was applied last is no difference that anybody wants to see. */
function withoutLastApplied(object: ApiObject): JsonObject {
  const { annotations, ...metadata } = object.metadata
  const { [LAST_APPLIED]: _text, ...rest } = annotations ?? {}
  return { ...object, metadata: { ...metadata, annotations: rest } } as unknown as JsonObject
}

function mergedOnServer(call: Call, info: Info): Promise<ApiObject> {
  const { session, flags } = call
  const fieldManager = flags.changed('field-manager') ? flags.string('field-manager') : PROGRAM
  return new Objects(session)
    .patch(info, 'apply', writeJson(info.object), {
      dryRun: 'server',
      fieldManager,
      query: { force: flags.bool('force-conflicts') },
    })
    .catch((error: unknown) => {
      // The known client tries again without looking at the version, and says so.
      if (error instanceof StatusError && error.reason === 'Conflict') {
        const { group, version, kind } = info.resource
        session.log(
          'W',
          'diff.go:677',
          `Object (${group}/${version}, Kind=${kind}: ${info.name}) keeps changing, diffing without lock`,
        )
      }
      throw error
    })
}
