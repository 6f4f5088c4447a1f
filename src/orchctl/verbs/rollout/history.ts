import { isObject, type JsonObject } from '../../../machinery/json'
import type { ApiObject } from '../../../machinery/object'
import { applyStrategicMergePatch } from '../../../machinery/strategic-merge-patch'
import type { Call } from '../../core/command'
import { requireResource } from '../../core/discovery'
import { CommandError } from '../../core/errors'
import { CHANGE_CAUSE, LAST_APPLIED, PROGRAM } from '../../core/words'
import { fieldsOf, specOf } from '../../describe/common'
import { writeTemplate } from '../../describe/pod'
import { Writer } from '../../describe/writer'
import { DESCRIBE_TABS, formatRows } from '../../print/tabwriter'
import { printerOf } from '../../print/printer'
import type { Info } from '../../resources/manifests'
import { Objects } from '../../resources/server'
import { kindNameOf } from '../../core/catalogue'
import { dryRunOf } from '../../print/dry-run'

const REVISION = 'deployment.orch.io/revision'
const HASH = 'pod-template-hash'

/** One past template of a workload. */
export interface Revision {
  readonly number: number
  readonly cause: string
  readonly template: JsonObject
  /** The object that stores it. */
  readonly holder: ApiObject
}

/** The revisions of a workload, oldest first. */
export async function revisionsOf({ session }: Call, info: Info, what: 'history' | 'rollbacker'): Promise<Revision[]> {
  const deployment = info.resource.kind === 'Deployment'
  if (!['Deployment', 'DaemonSet', 'StatefulSet'].includes(info.resource.kind))
    throw new CommandError(
      `error retrieving ${what} for ${JSON.stringify(info.resource.kind)}, no visitor method exists for {${info.resource.group} ${info.resource.kind}}`,
    )
  const resource = await requireResource(
    await session.discovery(),
    deployment ? 'replicasets.apps' : 'controllerrevisions.apps',
  )
  const all = await new Objects(session).list(resource, info.namespace)
  const owned = all.filter(({ metadata }) =>
    metadata.ownerReferences?.some(({ uid, controller }) => controller && uid === info.object.metadata.uid),
  )
  const revisions = owned.map((holder): Revision => {
    const template = deployment ? fieldsOf(specOf(holder).template) : templateOfRevision(info.object, holder)
    const number = deployment ? Number(holder.metadata.annotations?.[REVISION] ?? 0) : Number(holder.revision ?? 0)
    return {
      number,
      cause: holder.metadata.annotations?.[CHANGE_CAUSE] ?? '<none>',
      template: template as JsonObject,
      holder,
    }
  })
  return revisions.filter(({ number }) => number > 0).sort((a, b) => a.number - b.number)
}

function templateOfRevision(object: ApiObject, holder: ApiObject): JsonObject {
  const applied = applyStrategicMergePatch(object as unknown as JsonObject, holder.data, undefined)
  const template = isObject(applied) ? fieldsOf(fieldsOf(applied.spec).template) : {}
  return template as JsonObject
}

/** Prints the list of revisions, or one of them. */
export async function showHistory(call: Call, info: Info): Promise<void> {
  const { session, flags } = call
  const wanted = flags.int('revision')
  if (wanted < 0) throw new CommandError(`revision must be a positive integer: ${wanted}`)
  const printer = await printerOf(session, flags)
  const revisions = await revisionsOf(call, info, 'history')
  const name = `${kindNameOf(info.resource)}/${info.name}`
  const found = revisions.find(({ number }) => number === wanted)
  if (wanted > 0 && !found && (revisions.length > 0 || printer))
    throw new CommandError(`unable to find the specified revision`)
  if (printer) {
    const shown = found ? [found] : revisions
    shown.forEach(({ holder }, index) => session.io.stdout(printer.print(holder, index)))
    return
  }
  if (found) {
    session.out(`${name} with revision #${wanted}\n${templateText(withCause(found))}`)
    return
  }
  if (revisions.length === 0) {
    session.out(
      wanted > 0
        ? `${name} with revision #${wanted}\nNo rollout history found.`
        : `${name} \nNo rollout history found.`,
    )
    return
  }
  const rows = [['REVISION', 'CHANGE-CAUSE'], ...revisions.map(({ number, cause }) => [String(number), cause])]
  session.out(`${name} \n${formatRows(rows, [], DESCRIBE_TABS)}`)
}

/** The reference client does not align this description, so its tabs are printed. */
function templateText(template: JsonObject): string {
  const writer = new Writer()
  writeTemplate(writer, template)
  return writer.unaligned()
}

/** The template with the change cause of its revision as an annotation, as in the history of a deployment. */
function withCause({ cause, template, holder }: Revision): JsonObject {
  if (holder.kind !== 'ReplicaSet' || cause === '<none>') return template
  const metadata = fieldsOf(template.metadata)
  const annotations = { ...fieldsOf(metadata.annotations), [CHANGE_CAUSE]: cause }
  return { ...template, metadata: { ...metadata, annotations } }
}

/** Annotations about a deployment's own state; a rollback keeps them. The others come from the revision. */
const OWN_ANNOTATIONS = [
  LAST_APPLIED,
  REVISION,
  'deployment.orch.io/revision-history',
  'deployment.orch.io/desired-replicas',
  'deployment.orch.io/max-replicas',
  'deprecated.deployment.rollback.to',
]

function restoredAnnotations(deployment: ApiObject, revision: ApiObject): Record<string, string> {
  const of = ({ metadata }: ApiObject, own: boolean): [string, string][] =>
    Object.entries(metadata.annotations ?? {}).filter(([key]) => OWN_ANNOTATIONS.includes(key) === own)
  return Object.fromEntries([...of(deployment, true), ...of(revision, false)])
}

/** Rolls back to an earlier template; resolves with the report. */
export async function undo(call: Call, info: Info): Promise<string> {
  const { session, flags } = call
  const wanted = flags.int('to-revision')
  if (wanted < 0) throw new CommandError(`unable to find specified revision ${wanted} in history`)
  const revisions = await revisionsOf(call, info, 'rollbacker')
  const target = wanted > 0 ? revisions.find(({ number }) => number === wanted) : revisions.at(-2)
  if (!target)
    throw new CommandError(
      wanted > 0
        ? `unable to find specified revision ${wanted} in history`
        : info.resource.kind === 'Deployment'
          ? `no rollout history found for deployment ${JSON.stringify(info.name)}`
          : 'no last revision to roll back to',
    )
  const dryRun = dryRunOf(session, flags)
  if (dryRun === 'client') return templateText(target.template)
  if (info.resource.kind === 'Deployment' && specOf(info.object).paused === true)
    throw new CommandError(
      `you cannot rollback a paused deployment; resume it first with '${PROGRAM} rollout resume' and try again`,
    )
  if (revisions.at(-1) === target)
    return `skipped rollback (current template already matches revision ${target.number})`
  const objects = new Objects(session)
  // For this command the reference client uses the program's name as field manager.
  const options = { dryRun, fieldManager: PROGRAM }
  if (info.resource.kind !== 'Deployment') {
    await objects.patch(info, 'strategic', target.holder.data, options)
    return 'rolled back'
  }
  const metadata = fieldsOf(target.template.metadata)
  const { [HASH]: _hash, ...labels } = fieldsOf(metadata.labels)
  const template = { ...target.template, metadata: { ...metadata, labels } }
  const changes = [
    { op: 'replace', path: '/spec/template', value: template },
    { op: 'replace', path: '/metadata/annotations', value: restoredAnnotations(info.object, target.holder) },
  ]
  await objects.patch(info, 'json', changes, options)
  return 'rolled back'
}
