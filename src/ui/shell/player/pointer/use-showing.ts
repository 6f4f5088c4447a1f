import { useCallback, useEffect, useRef, useState } from 'react'
import { linesToAskAgain } from '../../../../scenarios/kept-values'
import type { Scenario, Step } from '../../../../scenarios/scenario'
import type { ScriptLine } from '../../../../scenarios/script-line'
import { useShowSolution } from '../../../queries/lesson-player'
import { useActAs } from '../../../state/act-as'
import { ADMIN, tokenIdentity, useIdentities, useIdentity } from '../../../state/identity'
import { personId } from '../../../state/lesson/page-world'
import { useGoToPage } from '../../../state/page-place'
import { useGo } from '../../../state/place'
import { useAction } from '../../../state/use-action'
import { onConsole, type PageControls } from './console-guide'
import { findControl } from './find-control'
import { createGuide, type Guide, ShowStopped } from './guide'
import { pointAt } from './pointer-state'
import { type DemonstratedRequest, type OutcomeTarget, outcomeTargetOf } from './outcome-target'

// Values kept from the answers of a step, for later steps.
const KEPT = new Map<string, string>()

/** A demonstration in progress, with its controls. */
export interface Showing {
  readonly running: boolean
  /** The explanation of the current action. */
  readonly said: string
  /** The lines sent so far. */
  readonly sent: readonly ScriptLine[]
  readonly error: unknown
  readonly start: (step: number) => void
  readonly stop: () => void
}

function useControls(scenario: Scenario): PageControls {
  const go = useGo()
  const goToPage = useGoToPage()
  const actAs = useActAs()
  const { identity } = useIdentity()
  const now = useRef(identity.id)
  now.current = identity.id
  const add = useIdentities((state) => state.add)
  return {
    identity: () => now.current,
    actAs,
    goToPage,
    openConsole: ({ method, path, headers, body }) =>
      go({ to: '/console', search: { method, path, headers: headers || undefined, body: body || undefined } }),
    personId: (name) => personId(scenario, name) ?? ADMIN.id,
    keepToken: (token) => {
      const known = tokenIdentity('a lesson', token)
      add(known)
      return known.id
    },
  }
}

/** Points at the controls of the step's page that do what the solution does by requests. */
async function lookAtControls(
  guide: Guide,
  controls: PageControls,
  step: Step | undefined,
  page?: string,
): Promise<void> {
  if (!step?.controls?.length) return
  controls.goToPage(page ?? '')
  for (const { role, name, text } of step.controls)
    await guide.showFound(() => findControl(role, name), `The ${role} “${name}”`, text)
}

/** Shows the outcome of a step. */
async function lookAt(guide: Guide, controls: PageControls, { page, at, words }: OutcomeTarget): Promise<void> {
  if (page !== undefined) controls.goToPage(page)
  await guide.moment()
  await guide.show(at, words)
}

/** Demonstrates a lesson's solutions on the page with a moving pointer. Restores the user's identity afterwards. */
export function useShowing(scenario: Scenario, openedAt: number): Showing {
  const show = useShowSolution(scenario, openedAt)
  const controls = useControls(scenario)
  const current = useRef(controls)
  current.current = controls
  const [said, say] = useState('')
  const [sent, setSent] = useState<readonly ScriptLine[]>([])
  const { act, busy, error } = useAction()
  const stopper = useRef<AbortController>(undefined)
  const start = useCallback(
    (number: number): void => {
      const stop = new AbortController()
      stopper.current = stop
      setSent([])
      const guide = createGuide(stop.signal, say)
      const before = current.current.identity()
      const steps = scenario.steps ?? []
      const page = steps[number]?.page ?? scenario.page
      const lines = [...linesToAskAgain(steps, number, KEPT), ...(steps[number]?.solution ?? [])]
      const work = async (): Promise<void> => {
        try {
          let last: DemonstratedRequest | undefined
          await lookAtControls(guide, current.current, steps[number], page)
          const answered = (shown: DemonstratedRequest): void => void (last = shown)
          await show(lines, {
            after: (line) => setSent((earlier) => [...earlier, line]),
            kept: KEPT,
            through: (world) => onConsole(world, guide, current.current, answered),
          })
          if (current.current.identity() !== before) current.current.actAs(before)
          await lookAt(guide, current.current, outcomeTargetOf(last, page))
          say('That was the solution.')
        } catch (failure) {
          say('Stopped.')
          if (!(failure instanceof ShowStopped)) throw failure
        } finally {
          pointAt(undefined)
          if (current.current.identity() !== before) current.current.actAs(before)
        }
      }
      void act(work)
    },
    [scenario, show, act],
  )
  const stop = useCallback(() => stopper.current?.abort(), [])
  useEffect(() => stop, [stop])
  return { running: busy, said, sent, error, start, stop }
}
