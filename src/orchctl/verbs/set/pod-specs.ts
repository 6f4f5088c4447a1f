import { StatusError } from '../../../client/status-error'
import { clone, isObject, type JsonObject } from '../../../machinery/json'
import type { ApiObject } from '../../../machinery/object'
import { messageOf } from '../../../machinery/message-of'
import { twoWayPatch } from '../../apply/patch'
import type { Call } from '../../core/command'
import { CommandError, throwAll } from '../../core/errors'
import type { Flag } from '../../core/flags'
import { changeCauseOf, withChangeCause, RECORD_FLAG } from '../../resources/record'
import { managerOf } from '../../core/words'
import { textOf } from '../../describe/common'
import { PRINT_FLAGS } from '../../print/printer'
import { typedForm } from '../../print/typed'
import type { Info } from '../../resources/manifests'
import { FILE_FLAGS } from '../../resources/manifest-files'
import { Objects } from '../../resources/server'
import { TARGET_FLAGS, targetsOf } from '../../resources/targets'
import { DRY_RUN_FLAG, dryRunOf } from '../../print/dry-run'
import { Reporter } from '../../print/reporter'

/** Flags of the `set` commands. */
export const SET_FLAGS: readonly Flag[] = [
  ...FILE_FLAGS,
  ...PRINT_FLAGS,
  ...TARGET_FLAGS.filter(({ name }) => name === 'all' || name === 'selector'),
  DRY_RUN_FLAG,
  RECORD_FLAG,
  { name: 'field-manager', type: 'string', default: managerOf('set'), help: 'Name under which the fields are owned' },
  { name: 'local', type: 'bool', default: 'false', help: 'Only show the objects of the files as they would become' },
]

/** The pod spec of an object; undefined for kinds without one. */
export function podSpecOf(object: JsonObject): JsonObject | undefined {
  const spec = isObject(object.spec) ? object.spec : {}
  if (object.kind === 'Pod') return spec
  const holder =
    object.kind === 'CronJob' && isObject(spec.jobTemplate) && isObject(spec.jobTemplate.spec)
      ? spec.jobTemplate.spec
      : spec
  const template = object.kind === 'PodTemplate' ? object.template : holder.template
  return isObject(template) && isObject(template.spec) ? template.spec : undefined
}

/** The containers, or the init containers, of a pod spec. */
export const containersOf = (spec: JsonObject, field: 'containers' | 'initContainers' = 'containers'): JsonObject[] =>
  Array.isArray(spec[field]) ? spec[field].filter(isObject) : []

/** Whether a name matches a pattern with `*`. */
export const matchesName = (pattern: string, name: string): boolean =>
  new RegExp(
    `^${pattern
      .replace(/[.+^${}()|[\]\\]/g, '\\$&')
      .replace(/\*/g, '.*')
      .replace(/\?/g, '.')}$`,
  ).test(name)

/** A change that a `set` command makes to pod templates. */
export interface PodSpecChange {
  /** The arguments that name objects. */
  readonly targets: readonly string[]
  /** The word for a completed change in reports. */
  readonly operation: string
  /** Changes a copy of an object; throws if it can't. */
  readonly apply: (object: JsonObject, info: Info) => void | Promise<void>
  /** A prefix of the server's error message, if the command has one. */
  readonly failure?: string
  /** Whether unchanged objects are reported, too. */
  readonly reportUnchanged?: boolean
  /** Whether a type alone selects all of its objects. */
  readonly typeAlone?: boolean
}

/** Changes the selected objects, and writes those that have changed. */
export async function changeObjects(call: Call, change: PodSpecChange): Promise<void> {
  const { targets, operation, apply, failure, reportUnchanged, typeAlone = false } = change
  const { session, flags } = call
  const reporter = await Reporter.of(session, flags)
  const dryRun = flags.has('dry-run') ? dryRunOf(session, flags) : 'none'
  const local = flags.bool('local')
  const cause = changeCauseOf(call)
  const errors: unknown[] = []
  const failed = (error: unknown): void => void errors.push(error)
  const infos = await targetsOf(call, { args: targets, selectable: true, allIsMild: true, typeAlone, local, failed })
  if (infos.length === 0 && errors.length === 0)
    session.err(`No resources found in ${(await session.namespace()).name} namespace.`)
  for (const info of infos) {
    const changed = withChangeCause(clone(info.object) as unknown as JsonObject, cause)
    try {
      await apply(changed, info)
      const patch = await twoWayPatch(session, info.resource, info.object, changed as unknown as ApiObject)
      const empty = Object.keys(patch.body).length === 0
      if (local || dryRun === 'client') reporter.report(typedForm(changed as unknown as ApiObject), operation)
      else if (!empty)
        reporter.report(
          typedForm(
            await refusedAs(
              failure,
              new Objects(session).patch(info, patch.type, patch.body, {
                dryRun,
                fieldManager: flags.string('field-manager'),
              }),
            ),
          ),
          operation,
        )
      else if (reportUnchanged || reporter.custom) reporter.report(typedForm(info.object), operation)
    } catch (error) {
      errors.push(
        error instanceof ChangeRefused
          ? new CommandError(`error: ${info.resource.name}/${info.name} ${messageOf(error)}\n`)
          : error,
      )
    }
  }
  throwAll(errors)
}

/** The answer of a write; a refusal is reported in the command's words. */
async function refusedAs(failure: string | undefined, write: Promise<ApiObject>): Promise<ApiObject> {
  if (failure === undefined) return write
  try {
    return await write
  } catch (error) {
    if (!(error instanceof StatusError)) throw error
    throw new CommandError(`${failure} ${error.message}`)
  }
}

/** The object can't be changed like this: it has no pod template, or would lose a required value. */
export class ChangeRefused extends Error {
  override readonly name = 'ChangeRefused'
}

/** The pod spec in an object. Throws if its kind has none. */
export function requirePodSpec(object: JsonObject): JsonObject {
  const spec = podSpecOf(object)
  if (!spec) {
    const version = textOf(object.apiVersion).replace(/^.*\//, '')
    throw new ChangeRefused(
      `the object is not a pod or does not have a pod template: *${version}.${textOf(object.kind)}`,
    )
  }
  return spec
}
