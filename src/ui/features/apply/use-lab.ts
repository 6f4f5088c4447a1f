import { type RefObject, useCallback, useMemo, useRef, useState } from 'react'
import type { ApiObject } from '../../../machinery/object'
import { toYaml } from '../../components/editor/documents'
import { assignMarks, type NumberedMark } from '../../components/ownership/marks'
import { type NamedOwner, namedOwners } from '../../components/ownership/owners'
import { type Structure, structureOf } from '../../components/ownership/structure'
import { apiVersionFor, type ResourceInfo } from '../../queries/discovery'
import { useOpenApi } from '../../queries/openapi'
import { useClient, useSession } from '../../state/connection'
import { useDrafts } from '../../state/drafts'
import { useIdentity } from '../../state/identity'
import { useActions } from './actions'
import type { Conflict } from './conflicts'
import type { Action } from './export'
import { namesOver } from './history'
import { emptyIntent } from './intents'
import { labKey } from '../../state/lab-place'
import { type ObjectHistory, useObjectHistory } from './use-object-history'
import { senderOf } from './lab-sending'
import { managersOf } from './lab-managers'
import { appliesOf } from './lab-applies'

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
const NO_ACTIONS: readonly Action[] = []

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
  const { keep } = useDrafts.getState()
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
  const managers = managersOf({
    owners,
    drafts,
    key,
    order,
    extracted,
    live,
    structure,
    schemaPending,
    blank,
    outcomes,
    busy,
  })
  const nameOfManagers = managers.map((manager) => manager.name).join('\n')
  const marks = useMemo(
    () => assignMarks([...namesOver(history.versions), ...nameOfManagers.split('\n').filter(Boolean)]),
    [history.versions, nameOfManagers],
  )
  const outcome = (manager: string, next: SendOutcome | undefined): void =>
    setOutcomes(({ [manager]: _old, ...others }) => (next ? { ...others, [manager]: next } : others))

  const send = senderOf({ info, namespace, name, versions, identity, setBusy, client, key, structure })

  const { apply, withdraw } = appliesOf({ managers, blank, send, outcome, refusedTexts, keep, key })
  const edits = editsOf({ managers, key, drafts, extracted, outcomes, setOutcomes, outcome, blank, refusedTexts })
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
    apply,
    withdraw,
    send,
    tryOut: (manager, text, force) =>
      watcher.patch({ ...info, namespace }, name, 'apply', text, {
        query: { fieldManager: manager, dryRun: 'All', ...(force && { force }) },
      }),
    ...edits,
    outcomeOf: (manager) => outcomes[manager],
  }
}

/** What a person changes in the editors of the managers. */
function editsOf({
  managers,
  key,
  drafts,
  extracted,
  outcomes,
  setOutcomes,
  outcome,
  blank,
  refusedTexts,
}: {
  readonly managers: readonly Manager[]
  readonly key: string
  readonly drafts: ReturnType<typeof useDrafts.getState>['drafts']
  readonly extracted: RefObject<Map<string, string>>
  readonly outcomes: Readonly<Record<string, SendOutcome>>
  readonly setOutcomes: (outcomes: Readonly<Record<string, SendOutcome>>) => void
  readonly outcome: (manager: string, next: SendOutcome | undefined) => void
  readonly blank: () => string
  readonly refusedTexts: RefObject<Map<string, string>>
}): Pick<Lab, 'setText' | 'addManager' | 'putAway' | 'takeTextsBack' | 'clearOutcome'> {
  const { keep, drop } = useDrafts.getState()
  return {
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
    takeTextsBack: () => {
      for (const [manager, text] of refusedTexts.current) keep(key + manager, text)
      refusedTexts.current.clear()
      setOutcomes({})
    },
    clearOutcome: (manager) => outcome(manager, undefined),
  }
}
