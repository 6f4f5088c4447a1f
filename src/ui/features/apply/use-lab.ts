import { type RefObject, useCallback, useMemo, useRef, useState } from 'react'
import { toYaml } from '../../components/editor/documents'
import { assignMarks } from '../../components/ownership/marks'
import { namedOwners } from '../../components/ownership/owners'
import { structureOf } from '../../components/ownership/structure'
import { apiVersionFor } from '../../queries/discovery'
import { useOpenApi } from '../../queries/openapi'
import { useClient, useSession } from '../../state/connection'
import { useDrafts } from '../../state/drafts'
import { useIdentity } from '../../state/identity'
import { labKey } from '../../state/lab-place'
import { namesOver } from '../../components/ownership/history'
import { useObjectHistory } from '../../queries/object-history'
import { useActions } from './actions'
import type { Action } from './export'
import { emptyIntent } from './intents'
import { senderOf } from './lab-sending'
import { managersOf } from './lab-managers'
import { appliesOf } from './lab-applies'
import type { Lab, LabTarget, Manager, SendOutcome } from './lab'

const NO_ACTIONS: readonly Action[] = []

/** Everything that the lab knows about an object, and its actions. */
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
  /** The last refused manifest of each manager. */
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

/** Actions on the managers' editors. */
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
