import { Notifications } from '@mantine/notifications'
import { Outlet } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import type { HostMessage } from '../../../links/embed-protocol'
import { readScenario } from '../../../scenarios/read'
import type { Scenario } from '../../../scenarios/scenario'
import { keepsStorage } from '../../../transport/site-locks'
import { Icon } from '../../components/Icon'
import { ErrorMessage, Loading } from '../../components/States'
import { keepOwnLesson, lessonOf, OWN_LESSON, shownLesson, useMakeStart } from '../../queries/lesson-player'
import { fetchScenario } from '../../queries/scenario-source'
import { useSession } from '../../state/connection'
import { useLesson } from '../../state/lesson/lesson-state'
import { useGoToPage } from '../../state/page-place'
import { useTraces } from '../../state/traces'
import { writeJson } from '../../../machinery/json-text'
import { messageOf } from '../../../machinery/message-of'
import { CodeQuestion } from './CodeQuestion'
import { openBridge, tellHeight, tellProgress } from './bridge'
import './embed.css'

const Player = lazy(() => import('../player/Player').then((m) => ({ default: m.Player })))

async function scenarioOf({ scenario, url, lesson }: Extract<HostMessage, { type: 'load' }>): Promise<Scenario> {
  if (scenario !== undefined) return readScenario(scenario)
  if (url !== undefined) return fetchScenario(url)
  const known = lesson === undefined ? undefined : (await lessonOf(lesson))?.scenario
  if (!known) throw new Error(lesson === undefined ? 'nothing to load was named' : `there is no lesson "${lesson}"`)
  return known
}

interface Question {
  readonly scenario: Scenario
  readonly answer: (runs: boolean) => void
}

interface HostState {
  readonly busy: boolean
  readonly error?: string
  /** A scenario with code that the user has not agreed to yet. */
  readonly question?: Question
}

/** Carries out the host page's messages and reports events to it. */
function useHost(): HostState {
  const session = useSession()
  const makeStart = useMakeStart()
  const goToPage = useGoToPage()
  const [state, setState] = useState<HostState>({ busy: false })
  const act = useRef({ makeStart, goToPage })
  act.current = { makeStart, goToPage }
  useEffect(() => {
    let giveUp: (error: Error) => void = () => undefined
    const asked = (scenario: Scenario): Promise<boolean> =>
      new Promise((answer, reject) => {
        giveUp = reject
        setState({ busy: true, question: { scenario, answer } })
      })
    const load = async (message: Extract<HostMessage, { type: 'load' }>): Promise<void> => {
      giveUp(new Error('another scenario was loaded before this one was answered'))
      setState({ busy: true })
      try {
        const scenario = await scenarioOf(message)
        const runsCode = (scenario.webhooks?.length ?? 0) > 0 && (await asked(scenario))
        setState({ busy: true })
        const beside = (scenario.steps?.length ?? 0) > 0 || scenario.note !== undefined
        if (beside) keepOwnLesson(writeJson(scenario))
        await act.current.makeStart(scenario, beside ? { id: OWN_LESSON } : undefined, runsCode)
        act.current.goToPage(scenario.page)
        setState({ busy: false })
      } catch (error) {
        setState({ busy: false, error: messageOf(error) })
        throw error
      }
    }
    return openBridge(session, { load })
  }, [session])
  useEffect(
    () =>
      useLesson.subscribe(({ open }, before) => {
        if (!open || open.reached === before.open?.reached) return
        tellProgress(open.reached, open.reached === shownLesson(open.id)?.scenario.steps?.length)
      }),
    [],
  )
  return state
}

/** Whether data made here outlives the page. */
function useKept(): boolean {
  const [kept, setKept] = useState(true)
  useEffect(() => void keepsStorage(navigator.locks).then(setKept), [])
  return kept
}

/** One page of the interface, with an optional lesson beside it, embedded in another site's page. */
export function EmbedShell() {
  const { busy, error, question } = useHost()
  useTraces()
  const kept = useKept()
  const learning = useLesson((state) => state.open !== undefined)
  const page = useRef<HTMLDivElement>(null)
  useEffect(() => (page.current ? tellHeight(page.current) : undefined), [])
  return (
    <div className="o-embed">
      <div className="o-embed-head">
        <Icon name="orchard" /> <b>Orchard</b> <span className="o-dim">simulated</span>
        {!kept && <span className="o-dim">nothing is saved: this browser blocks storage for embedded pages</span>}
        <a href={new URL('.', document.baseURI).href} target="_blank" rel="noreferrer">
          Open Orchard
        </a>
      </div>
      {error !== undefined && <ErrorMessage error={error}>The scenario was not opened.</ErrorMessage>}
      <div className="o-embed-body">
        {/* The host page has its own <main>. */}
        <section className="o-content" id="content" tabIndex={-1} aria-label="Orchard">
          <div ref={page}>
            {question && <CodeQuestion scenario={question.scenario} onAnswer={question.answer} />}
            {busy && !question && <Loading label="Opening the scenario" />}
            <Suspense fallback={<Loading />}>{!busy && <Outlet />}</Suspense>
          </div>
        </section>
        <Suspense fallback={null}>{learning && !busy && <Player />}</Suspense>
      </div>
      <Notifications position="bottom-right" />
    </div>
  )
}
