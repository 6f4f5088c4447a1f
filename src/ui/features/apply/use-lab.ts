import { useCallback, useMemo, useRef, useState } from 'react'
import { pathOf, StatusError, statusErrorOf } from '../../../client/client'
import type { ApiObject } from '../../../machinery/object'
import { toYaml } from '../../components/editor/documents'
import { intentOf } from '../../components/ownership/extract'
import { assignMarks, type NumberedMark } from '../../components/ownership/marks'
import { type NamedOwner, namedOwners } from '../../components/ownership/owners'
import { type Structure, structureOf } from '../../components/ownership/structure'
import { apiVersionFor, resourceTitle, type ResourceInfo } from '../../queries/discovery'
import { useOpenApi } from '../../queries/openapi'
import { useClient, useSession, warningsOf } from '../../state/connection'
import { useDrafts } from '../../state/drafts'
import { useIdentity } from '../../state/identity'
import { useActions } from './actions'
import { type Conflict, conflictsOf, isApplyConflict } from './conflicts'
import type { Action } from './export'
import { namesOver } from './history'
import { emptyIntent } from './intents'
import { labKey } from '../../state/lab-place'
import { type ObjectHistory, useObjectHistory } from './use-object-history'

export interface LabTarget {
  readonly info: ResourceInfo
  readonly namespace: string | undefined
  readonly name: string
}

/** What came of a manager's last request. */
export type SendOutcome =
  | {
      readonly type: 'stored'
      readonly object: ApiObject
      readonly changed: boolean
      readonly what: string
      readonly warnings: readonly string[]
    }
  | {
      readonly type: 'preview'
      readonly object: ApiObject
      readonly what: string
      readonly warnings: readonly string[]
    }
  | { readonly type: 'conflict'; readonly conflicts: readonly Conflict[]; readonly dryRun: boolean }
  | { readonly type: 'failed'; readonly error: unknown }

export interface Manager {
  readonly name: string
  readonly text: string
  /** The text that was applied last; undefined when none was. */
  readonly applied: string | undefined
  /** Its entry, while it owns something by applying. */
  readonly owner: NamedOwner | undefined
  readonly outcome: SendOutcome | undefined
  readonly busy: boolean
}

export interface Sending {
  readonly kind: Action['kind']
  readonly manager: string
  readonly body: string
  readonly contentType?: string
  readonly subresource?: string
  readonly force?: boolean
  readonly dryRun?: boolean
  /** What it is called where its outcome is shown. */
  readonly what?: string
}

export interface Lab {
  readonly target: LabTarget
  readonly key: string
  readonly history: ObjectHistory
  /** The object as it is now; absent while it does not exist. */
  readonly live: ApiObject | undefined
  readonly owners: readonly NamedOwner[]
  readonly structure: Structure
  readonly marks: ReadonlyMap<string, NumberedMark>
  readonly managers: readonly Manager[]
  readonly actions: readonly Action[]
  readonly setText: (manager: string, text: string) => void
  readonly addManager: (manager: string, text?: string) => void
  /** Takes an editor away; what its manager owns stays. */
  readonly putAway: (manager: string) => void
  readonly apply: (
    manager: string,
    options?: { force?: boolean; dryRun?: boolean; text?: string },
  ) => Promise<SendOutcome>
  /** Applies an intent without an opinion, and keeps the text. */
  readonly withdraw: (manager: string, options?: { dryRun?: boolean }) => Promise<SendOutcome>
  readonly send: (sending: Sending) => Promise<SendOutcome>
  /** What the server would answer an apply with; nothing is stored or recorded. Rejects with its refusal. */
  readonly tryOut: (manager: string, text: string, force: boolean) => Promise<ApiObject>
  /** Gives back the manifests that were refused, as they were then. */
  readonly takeTextsBack: () => void
  readonly clearOutcome: (manager: string) => void
  readonly outcomeOf: (manager: string) => SendOutcome | undefined
}

const APPLY = 'application/apply-patch+yaml'
const NO_ACTIONS: readonly Action[] = []
let nextAction = Date.now()

/** Everything that the lab knows of one object and can do to it. */
export function useLab(target: LabTarget): Lab {
  const { info, namespace, name } = target
  const key = labKey(info, namespace, name)
  const session = useSession()
  const client = useClient()
  const { identity } = useIdentity()
  const watcher = useMemo(() => session.clientAs(identity, 'background'), [session, identity])
  const history = useObjectHistory(watcher, { ...info, namespace }, name)
  const { data: document, isPending: schemaPending } = useOpenApi()
  const structure = useMemo(() => structureOf(document, apiVersionFor(info), info.kind), [document, info])
  const last = history.versions.at(-1)
  const live = last && !last.gone ? last.object : undefined
  const owners = useMemo(() => namedOwners(live?.metadata.managedFields) ?? [], [live])
  const drafts = useDrafts((state) => state.drafts)
  const { keep, drop } = useDrafts.getState()
  const actions = useActions((state) => state.actions[key]) ?? NO_ACTIONS
  const [outcomes, setOutcomes] = useState<Readonly<Record<string, SendOutcome>>>({})
  const [busy, setBusy] = useState<ReadonlySet<string>>(new Set())
  const versions = useRef(history.versions)
  versions.current = history.versions
  const order = useRef<string[]>([])
  const extracted = useRef(new Map<string, string>())
  /** By manager, what it applied when it was refused last. */
  const refusedTexts = useRef(new Map<string, string>())

  const blank = useCallback(
    () => toYaml(emptyIntent({ apiVersion: apiVersionFor(info), kind: info.kind, name, namespace })),
    [info, name, namespace],
  )
  const appliers = owners.filter((owner) => owner.operation === 'Apply' && !owner.subresource)
  const present = [
    ...appliers.map((owner) => owner.manager),
    ...Object.keys(drafts)
      .filter((id) => id.startsWith(key))
      .map((id) => id.slice(key.length)),
  ]
  for (const manager of present) if (!order.current.includes(manager)) order.current.push(manager)
  const managers = order.current
    .filter((manager) => present.includes(manager))
    .map((manager): Manager => {
      const owner = appliers.find((each) => each.manager === manager)
      const draft = drafts[key + manager]
      // What it owned when the lab first saw it stays its intent, even when others take fields from it.
      const known = extracted.current.get(manager) ?? (owner && live && toYaml(intentOf(live, owner.fields, structure)))
      if (known !== undefined && !schemaPending) extracted.current.set(manager, known)
      return {
        name: manager,
        text: draft?.text ?? known ?? blank(),
        applied: draft ? draft.base : known,
        owner,
        outcome: outcomes[manager],
        busy: busy.has(manager),
      }
    })
  const nameOfManagers = managers.map((manager) => manager.name).join('\n')
  const marks = useMemo(
    () => assignMarks([...namesOver(history.versions), ...nameOfManagers.split('\n').filter(Boolean)]),
    [history.versions, nameOfManagers],
  )
  const outcome = (manager: string, next: SendOutcome | undefined): void =>
    setOutcomes(({ [manager]: _old, ...others }) => (next ? { ...others, [manager]: next } : others))

  const send = async (sending: Sending): Promise<SendOutcome> => {
    const { kind, manager, body, contentType = APPLY, subresource = '', force = false, dryRun = false } = sending
    const query = new URLSearchParams({
      fieldManager: manager,
      ...(force && { force: 'true' }),
      ...(dryRun && { dryRun: 'All' }),
    })
    const path = `${pathOf({ ...info, namespace }, name, subresource || undefined)}?${query.toString()}`
    const newest = versions.current.at(-1)?.resourceVersion
    const action: Omit<Action, 'status'> = {
      id: String(nextAction++),
      at: Date.now(),
      kind,
      manager,
      force,
      dryRun,
      body,
      contentType,
      subresource,
      path,
      resource: resourceTitle(info),
      name,
      namespace: namespace ?? '',
      as: identity.id,
      ...(newest !== undefined && { after: newest }),
    }
    const before = versions.current.length
    setBusy((all) => new Set([...all, manager]))
    try {
      const response = await client.raw('PATCH', path, body, { contentType })
      if (!response.ok) {
        const error = await statusErrorOf(response)
        useActions.getState().add(key, { ...action, status: response.status, message: error.message })
        return await refused(error, body, dryRun)
      }
      const object = (await response.json()) as ApiObject
      const version = object.metadata.resourceVersion
      const known = versions.current.slice(0, before).some((each) => each.resourceVersion === version)
      const changed = !dryRun && version !== undefined && !known
      useActions.getState().add(key, {
        ...action,
        status: response.status,
        ...(changed && { resourceVersion: version }),
      })
      const what = sending.what ?? (dryRun ? 'dry run' : 'applied')
      const warnings = warningsOf(response)
      return dryRun ? { type: 'preview', object, what, warnings } : { type: 'stored', object, changed, what, warnings }
    } catch (error) {
      return { type: 'failed', error }
    } finally {
      setBusy((all) => new Set([...all].filter((other) => other !== manager)))
    }
  }

  /** A refusal; conflicts are shown against the object as it is right now. */
  const refused = async (error: StatusError, body: string, dryRun: boolean): Promise<SendOutcome> => {
    if (!isApplyConflict(error)) return { type: 'failed', error }
    const now = await client.get({ ...info, namespace }, name)
    const conflicts = conflictsOf(error, body, now, namedOwners(now.metadata.managedFields) ?? [], structure)
    return { type: 'conflict', conflicts, dryRun }
  }

  const apply: Lab['apply'] = async (manager, { force = false, dryRun = false, text } = {}) => {
    const body = text ?? managers.find((each) => each.name === manager)?.text ?? blank()
    const what = dryRun ? 'dry run' : force ? 'applied, forced' : 'applied'
    const result = await send({ kind: 'apply', manager, body, force, dryRun, what })
    outcome(manager, result)
    if (result.type === 'conflict') refusedTexts.current.set(manager, body)
    if (result.type === 'stored') keep(key + manager, useDrafts.getState().drafts[key + manager]?.text ?? body, body)
    return result
  }
  const withdraw: Lab['withdraw'] = async (manager, { dryRun = false } = {}) => {
    const text = managers.find((each) => each.name === manager)?.text
    const result = await send({ kind: 'apply', manager, body: blank(), dryRun, what: 'withdrawn' })
    outcome(manager, result)
    // The text stays for whoever wants to apply it again.
    if (result.type === 'stored' && text !== undefined) keep(key + manager, text)
    return result
  }
  return {
    target,
    key,
    history,
    live,
    owners,
    structure,
    marks,
    managers,
    actions,
    setText: (manager, text) => {
      if (managers.find((each) => each.name === manager)?.text === text) return
      keep(key + manager, text, drafts[key + manager]?.base ?? extracted.current.get(manager))
      if (outcomes[manager]?.type !== 'conflict') outcome(manager, undefined)
    },
    addManager: (manager, text) => {
      if (!managers.some((each) => each.name === manager) || text !== undefined) keep(key + manager, text ?? blank())
    },
    putAway: (manager) => {
      drop(key + manager)
      extracted.current.delete(manager)
      outcome(manager, undefined)
    },
    apply,
    withdraw,
    send,
    tryOut: (manager, text, force) =>
      watcher.patch({ ...info, namespace }, name, 'apply', text, {
        query: { fieldManager: manager, dryRun: 'All', ...(force && { force }) },
      }),
    takeTextsBack: () => {
      for (const [manager, text] of refusedTexts.current) keep(key + manager, text)
      refusedTexts.current.clear()
      setOutcomes({})
    },
    clearOutcome: (manager) => outcome(manager, undefined),
    outcomeOf: (manager) => outcomes[manager],
  }
}
