import type { Query } from '../../../client/targets'
import type { Call } from '../../core/command'
import { CommandError, throwAll, usageError, withSource } from '../../core/errors'
import { changeCauseOf, withChangeCause } from '../../resources/record'
import { type Info, readManifests, resolveManifest, selectByLabel, together } from '../../resources/manifests'
import { filesOf, requireFiles } from '../../resources/manifest-files'
import { Objects } from '../../resources/server'
import { validateManifest, validationOf } from '../../resources/validation'
import type { JsonObject } from '../../../machinery/json'
import type { ApiObject } from '../../../machinery/object'
import { editManifests } from '../edit'
import { dryRunOf } from '../../print/dry-run'
import { Reporter } from '../../print/reporter'
import { annotateLastApplied } from './generator'

/** `create -f`: creates the objects of files, or posts a file as it is (`--raw`). */
export async function createFromFiles(call: Call): Promise<void> {
  const { session, flags, args, path } = call
  if (flags.list('filename').length === 0 && !flags.string('kustomize')) {
    if (args.length > 0) throw usageError(path, `Unexpected args: [${args.join(' ')}]`)
    throw new CommandError('must specify one of -f and -k')
  }
  if (args.length > 0) throw usageError(path, `Unexpected args: [${args.join(' ')}]`)
  if (flags.string('raw')) return createRaw(call)
  const reporter = await Reporter.of(session, flags)
  const dryRun = dryRunOf(session, flags)
  const unread: unknown[] = []
  const manifests = selectByLabel(flags.string('selector'), await readManifests(session, flags, unread))
  if (manifests.length === 0) throw new CommandError('no objects passed to create')
  const cause = changeCauseOf(call)
  if (flags.bool('edit')) return editManifests(call, manifests, (info) => createOne(call, info, reporter))
  const errors: unknown[] = []
  for (const manifest of manifests) {
    let ready: { info: Info; query: Query }
    try {
      const found = await resolveManifest(session, manifest, validationOf(flags) !== 'Ignore')
      const info = { ...found, object: withChangeCause(found.object, cause) }
      ready = { info, query: await validateManifest(session, flags, info.resource, manifest.object, info.source ?? '') }
    } catch (error) {
      unread.push(error)
      continue
    }
    const { info, query } = ready
    try {
      if (dryRun === 'client') reporter.report(prepared(call, info), 'created')
      else await createOne(call, info, reporter, query)
    } catch (error) {
      errors.push(error)
    }
  }
  throwAll([...errors, ...together(unread)])
}

function prepared({ flags }: Call, { object }: Info): ApiObject {
  if (!flags.bool('save-config')) return object
  const copy = { ...object } as unknown as JsonObject
  annotateLastApplied(copy)
  return copy as unknown as ApiObject
}

async function createOne(call: Call, info: Info, reporter: Reporter, query = {}): Promise<void> {
  const { session, flags } = call
  try {
    const created = await new Objects(session).create(info.resource, info.namespace, prepared(call, info), {
      dryRun: dryRunOf(session, flags),
      fieldManager: flags.string('field-manager'),
      query,
    })
    reporter.report(created, 'created')
  } catch (error) {
    throw withSource('creating', info.source, error)
  }
}

async function createRaw({ session, flags }: Call): Promise<void> {
  await requireFiles(session, flags)
  const api = await session.api()
  for await (const { text } of filesOf(session, flags))
    session.io.stdout(await api.text('POST', flags.string('raw'), { body: text, contentType: 'application/json' }))
}
