import { equal } from '../../../machinery/json'
import type { ApiObject } from '../../../machinery/object'
import type { Call, Command } from '../../core/command'
import { requireResource } from '../../core/discovery'
import { CommandError, throwAll, withSource } from '../../core/errors'
import { PROGRAM, RBAC_GROUP } from '../../core/words'
import { PRINT_FLAGS } from '../../print/printer'
import { missingRules, reconcileText, type PolicyRule } from '../../rbac/rules'
import { readManifests, resolveManifest, together, type Info } from '../../resources/manifests'
import { FILE_FLAGS } from '../../resources/manifest-files'
import { Objects } from '../../resources/server'
import { DRY_RUN_FLAG, dryRunOf } from '../../print/dry-run'
import { Reporter } from '../../print/reporter'

/** The command `orchctl auth reconcile`. */
export const RECONCILE: Command = {
  name: 'reconcile',
  short: 'Reconciles rules for RBAC role, role binding, cluster role, and cluster role binding objects',
  flags: [
    ...FILE_FLAGS,
    ...PRINT_FLAGS,
    DRY_RUN_FLAG,
    { name: 'remove-extra-permissions', type: 'bool', default: 'false', help: 'Take away what the files do not give' },
    {
      name: 'remove-extra-subjects',
      type: 'bool',
      default: 'false',
      help: 'Take away subjects that the files do not name',
    },
  ],
  run: reconcile,
}

interface Subject {
  readonly kind: string
  readonly name: string
  readonly namespace?: string
  readonly apiGroup?: string
}
type RoleObject = ApiObject & {
  rules?: PolicyRule[] | null
  aggregationRule?: { clusterRoleSelectors?: unknown[] }
  subjects?: Subject[]
  roleRef?: unknown
}

/** The result of a reconciliation, and the desired object. */
interface Outcome {
  readonly operation: 'create' | 'update' | 'recreate' | 'none'
  readonly object: RoleObject
  readonly lines: readonly string[]
}

async function reconcile(call: Call): Promise<void> {
  const { session, flags } = call
  if (flags.list('filename').length === 0 && !flags.string('kustomize'))
    throw new CommandError('must specify one of -f and -k')
  if (dryRunOf(session, flags) === 'server')
    throw new CommandError('--dry-run=server for command reconcile is not supported yet')
  const reporter = await Reporter.of(session, flags)
  const errors: unknown[] = []
  const unread: unknown[] = []
  for (const manifest of await readManifests(session, flags, unread))
    try {
      const info = await resolveManifest(session, manifest)
      if (info.resource.group !== RBAC_GROUP) {
        continue
      }
      // The object's own namespace applies; that of the command line is ignored.
      const placeless = info.resource.namespaced && !manifest.object.metadata.namespace
      const outcome = await reconcileOne(call, info, placeless)
      reporter.report(outcome.object, 'reconciled')
      for (const line of outcome.lines) session.err(line)
    } catch (error) {
      errors.push(withSource('reconciling', undefined, error))
    }
  throwAll([...errors, ...together(unread)])
}

async function reconcileOne(call: Call, info: Info, placeless: boolean): Promise<Outcome> {
  const { session, flags } = call
  const dryRun = dryRunOf(session, flags)
  const objects = new Objects(session)
  const wanted = info.object as RoleObject
  const existing = placeless ? undefined : await objects.find(info)
  const outcome = info.resource.kind.endsWith('Binding')
    ? compareBinding(call, existing, wanted)
    : compareRole(call, existing, wanted)
  const options = { dryRun, fieldManager: PROGRAM }
  if (dryRun === 'client' || outcome.operation === 'none') return outcome
  if (placeless) throw new CommandError('resource name may not be empty')
  if (!existing && info.namespace) await requireNamespace(call, info.namespace)
  if (outcome.operation === 'update')
    return { ...outcome, object: await objects.replace(info, outcome.object, options) }
  if (outcome.operation === 'recreate') await objects.delete(info, { kind: 'DeleteOptions', apiVersion: 'v1' })
  return { ...outcome, object: await objects.create(info.resource, info.namespace, outcome.object, options) }
}

/** Creates a missing namespace. */
async function requireNamespace({ session }: Call, name: string): Promise<void> {
  const objects = new Objects(session)
  const resource = await requireResource(await session.discovery(), 'namespaces')
  if (await objects.find({ resource, namespace: '', name })) return
  await objects.create(
    resource,
    '',
    { apiVersion: 'v1', kind: 'Namespace', metadata: { name } },
    { fieldManager: PROGRAM },
  )
}

const operationLine = (operation: string): string => `\treconciliation required ${operation}`

function compareRole({ flags }: Call, existing: RoleObject | undefined, wanted: RoleObject): Outcome {
  if (!existing)
    return {
      operation: 'create',
      object: wanted,
      lines: [operationLine('create'), ...ruleLines('missing rules added', wanted.rules ?? [])],
    }
  const missing = missingRules(existing.rules ?? [], wanted.rules ?? [])
  const extra = missingRules(wanted.rules ?? [], existing.rules ?? [])
  const remove = flags.bool('remove-extra-permissions')
  const metadata = mergedMetadata(existing, wanted)
  const rules = remove
    ? extra.length > 0 || missing.length > 0
      ? wanted.rules
      : existing.rules
    : [...(existing.rules ?? []), ...missing]
  const changed = missing.length > 0 || (remove && extra.length > 0) || !equal(metadata, existing.metadata)
  const object: RoleObject = {
    ...existing,
    metadata,
    rules: rules ?? [],
    ...(wanted.aggregationRule && { aggregationRule: wanted.aggregationRule }),
  }
  const lines = [
    ...(changed ? [operationLine('update')] : []),
    ...ruleLines('missing rules added', missing),
    ...(extra.length > 0 ? ruleLines(remove ? 'extra rules removed' : 'extra rules', remove ? extra : []) : []),
  ]
  return { operation: changed ? 'update' : 'none', object: changed ? object : existing, lines }
}

const ruleLines = (title: string, rules: readonly PolicyRule[]): string[] =>
  rules.length === 0 ? [] : [`\t${title}:`, ...rules.map((rule) => `\t\t${reconcileText(rule)}`)]

function compareBinding({ flags }: Call, existing: RoleObject | undefined, wanted: RoleObject): Outcome {
  const subjects = wanted.subjects ?? []
  if (!existing)
    return {
      operation: 'create',
      object: wanted,
      lines: [operationLine('create'), ...subjectLines('missing subjects added', subjects)],
    }
  if (!equal(existing.roleRef, wanted.roleRef))
    return { operation: 'recreate', object: wanted, lines: [operationLine('recreate')] }
  const same = (a: Subject, b: Subject): boolean =>
    a.kind === b.kind && a.name === b.name && (a.namespace ?? '') === (b.namespace ?? '')
  const held = existing.subjects ?? []
  const missing = subjects.filter((one) => !held.some((other) => same(one, other)))
  const extra = held.filter((one) => !subjects.some((other) => same(one, other)))
  const remove = flags.bool('remove-extra-subjects')
  const metadata = mergedMetadata(existing, wanted)
  const changed = missing.length > 0 || (remove && extra.length > 0) || !equal(metadata, existing.metadata)
  const all = remove ? subjects : [...held, ...missing]
  return {
    operation: changed ? 'update' : 'none',
    object: changed ? { ...existing, metadata, subjects: all } : existing,
    lines: [
      ...(changed ? [operationLine('update')] : []),
      ...subjectLines('missing subjects added', missing),
      ...(remove ? subjectLines('extra subjects removed', extra) : []),
    ],
  }
}

const subjectLines = (title: string, subjects: readonly Subject[]): string[] =>
  subjects.length === 0
    ? []
    : [
        `\t${title}:`,
        ...subjects.map(
          ({ kind, name, namespace = '', apiGroup = '' }) =>
            `\t\t{Kind:${kind} APIGroup:${apiGroup} Name:${name} Namespace:${namespace}}`,
        ),
      ]

/** Merges labels and annotations of the file into the existing ones. */
function mergedMetadata(existing: RoleObject, wanted: RoleObject): RoleObject['metadata'] {
  const metadata = { ...existing.metadata }
  for (const field of ['labels', 'annotations'] as const) {
    const added = wanted.metadata[field]
    if (added && Object.keys(added).length > 0) metadata[field] = { ...metadata[field], ...added }
  }
  return metadata
}
