import { StatusError } from '../../client/client'
import type { Json, JsonObject } from '../../machinery/json'
import type { ApiObject } from '../../machinery/object'
import { messageOf } from '../../machinery/message-of'
import { writeJson } from '../../machinery/json-text'
import { threeWayPatch } from '../apply/patch'
import { unifiedHunks } from '../apply/unified-diff'
import type { Call, Command } from '../core/command'
import { apiVersionOf } from '../core/discovery'
import { CommandError, Exit, explainError, PlainError } from '../core/errors'
import { LAST_APPLIED, managerOf, PROGRAM } from '../core/words'
import { withoutManagers } from '../print/printer'
import { yamlText } from '../print/yaml-text'
import { readManifests, resolveManifest, type Info } from '../resources/manifests'
import { FILE_FLAGS } from '../resources/manifest-files'
import { Objects } from '../resources/server'
import { lastApplied } from './apply'
import { selectByLabel } from './create/create'

export const DIFF: Command = {
  name: 'diff',
  short: 'Show what an apply would change',
  section: 'Advanced Commands',
  usage: '-f FILE',
  long: 'Shows the difference between what is there and what would be after an apply. Exits with 1 when there is one, and with more after a failure.',
  examples: [`${PROGRAM} diff -f web.yaml`],
  flags: [
    ...FILE_FLAGS,
    { name: 'concurrency', type: 'int', default: '1', help: 'No effect; accepted for compatibility', hidden: true },
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
    { name: 'prune', type: 'bool', default: 'false', help: 'No effect; accepted for compatibility', hidden: true },
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
    let text = ''
    for (const info of infos) text += await diffOne(call, info)
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

async function diffOne(call: Call, info: Info): Promise<string> {
  const { session, flags } = call
  const { clock, env } = session.io
  const live = await new Objects(session).find(info)
  const merged = flags.bool('server-side') ? await mergedOnServer(call, info) : await mergedByClient(call, info, live)
  const shown = (object: ApiObject | undefined): string => {
    if (!object) return ''
    const plain = flags.bool('show-managed-fields') ? object : withoutManagers(object)
    return yamlText(masked(plain))
  }
  const hunks = unifiedHunks(shown(live), shown(merged))
  if (hunks === '') return ''
  const folder = (env.TMPDIR ?? '/tmp').replace(/\/$/, '')
  const number = String(Math.floor(clock.now() * 1000) % 4_000_000_000)
  const name = [apiVersionOf(info.resource).replace('/', '.'), info.resource.kind, info.namespace, info.name].join('.')
  const [before, after] = ['LIVE', 'MERGED'].map((side) => `${folder}/${side}-${number}/${name}`)
  const time = new Date(clock.now()).toISOString().replace('T', ' ').replace('Z', '000000 +0000')
  return `diff -u -N ${before} ${after}\n--- ${before}\t${time}\n+++ ${after}\t${time}\n${hunks}`
}

/** Values of secrets are not shown: only that they differ. */
function masked(object: ApiObject): ApiObject {
  if (object.kind !== 'Secret' || object.apiVersion !== 'v1' || !object.data) return object
  const data = Object.fromEntries(Object.keys(object.data).map((key) => [key, '***']))
  return { ...object, data }
}

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
