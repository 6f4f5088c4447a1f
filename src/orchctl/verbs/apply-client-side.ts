import type { Query } from '../../client/targets'
import { clone, type Json, type JsonObject } from '../../machinery/json'
import type { ApiObject } from '../../machinery/object'
import { threeWayPatch } from '../apply/patch'
import type { Call } from '../core/command'
import { withSource } from '../core/errors'
import { LAST_APPLIED, managerOf, PROGRAM } from '../core/words'
import { compactJson } from '../print/json-text'
import type { Info } from '../resources/manifests'
import { parseJson } from '../../machinery/json-text'
import { Objects } from '../resources/server'
import type { DryRun } from '../print/dry-run'
import { StatusError } from '../../client/status-error'
import { annotateLastApplied } from './create/generator'
import { requireApplyName } from './apply-server-side'

/** The field manager of client-side apply. */
export const CLIENT_SIDE_MANAGER = managerOf('client-side-apply')

const infoText = ({ resource: { group, version, name: plural, kind }, name, namespace }: Info): string =>
  `Resource: ${JSON.stringify(`${group}/${version}, Resource=${plural}`)}, GroupVersionKind: ${JSON.stringify(`${group}/${version}, Kind=${kind}`)}\nName: ${JSON.stringify(name)}, Namespace: ${JSON.stringify(namespace)}`

/** Applies one object with a patch computed by the client; resolves with it and the word for the report. */
export async function applyOne(
  call: Call,
  info: Info,
  dryRun: DryRun,
  query: Query = {},
): Promise<[ApiObject, string]> {
  const { session, flags } = call
  const objects = new Objects(session)
  requireApplyName(
    info,
    `error when retrieving current configuration of:\n${infoText(info)}\nfrom server for: ${JSON.stringify(info.source ?? '')}: resource name may not be empty`,
  )
  const modified = clone(info.object) as unknown as JsonObject
  annotateLastApplied(modified)
  const options = { dryRun, fieldManager: flags.string('field-manager'), query }
  let current: ApiObject | undefined
  try {
    current = await objects.find(info)
  } catch (error) {
    throw withSourceText(`retrieving current configuration of:\n${infoText(info)}\nfrom server for:`, info, error)
  }
  if (!current) {
    if (dryRun === 'client') return [modified as unknown as ApiObject, 'created']
    try {
      return [await objects.create(info.resource, info.namespace, modified, options), 'created']
    } catch (error) {
      throw withSource('creating', info.source, error)
    }
  }
  if (dryRun !== 'client') warnBefore(call, info, current)
  const patch = await threeWayPatch(session, info.resource, {
    original: lastApplied(current),
    modified,
    current: current as unknown as Json,
  })
  if (Object.keys(patch.body).length === 0) return [current, 'unchanged']
  // Only the server knows the result of a patch: a client dry run shows the object unchanged.
  if (dryRun === 'client') return [current, 'configured']
  try {
    const saved = await objects.patch(info, patch.type, patch.body, options)
    return [saved, 'configured']
  } catch (error) {
    if (
      error instanceof StatusError &&
      flags.bool('force') &&
      (error.reason === 'Conflict' || error.reason === 'Invalid')
    )
      return [await replaceByForce(call, info, modified), 'configured']
    throw withSourceText(`applying patch:\n${compactJson(patch.body)}\nto:\n${infoText(info)}\nfor:`, info, error)
  }
}

function withSourceText(verb: string, info: Info, error: unknown): unknown {
  return withSource(verb, info.source, error)
}

/** The configuration in the last-applied annotation; undefined without one. */
export function lastApplied(object: ApiObject): Json | undefined {
  const text = object.metadata.annotations?.[LAST_APPLIED]
  return text === undefined ? undefined : (parseJson(text) as Json)
}

function warnBefore({ session }: Call, { resource, name }: Info, current: ApiObject): void {
  if (current.metadata.annotations?.[LAST_APPLIED] === undefined)
    session.err(
      `Warning: resource ${resource.name}/${name} is missing the ${LAST_APPLIED} annotation which is required by ${PROGRAM} apply. ${PROGRAM} apply should only be used on resources created declaratively by either ${PROGRAM} create --save-config or ${PROGRAM} apply. The missing annotation will be patched automatically.`,
    )
  if (current.metadata.deletionTimestamp)
    session.err(`Warning: Detected changes to resource ${name} which is currently being deleted.`)
}

async function replaceByForce(call: Call, info: Info, modified: JsonObject): Promise<ApiObject> {
  const { session, flags } = call
  const objects = new Objects(session)
  const seconds = flags.int('grace-period')
  await objects.delete(info, {
    kind: 'DeleteOptions',
    apiVersion: 'v1',
    ...(seconds >= 0 && { gracePeriodSeconds: seconds }),
  })
  return objects.create(info.resource, info.namespace, modified, { fieldManager: flags.string('field-manager') })
}
