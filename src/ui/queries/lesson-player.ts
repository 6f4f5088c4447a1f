import { useQueryClient } from '@tanstack/react-query'
import { use, useCallback, useEffect, useRef, useState } from 'react'
import { planeKey } from '../../links/plane-key'
import { readScenario } from '../../scenarios/read'
import { type Lesson, loadedLesson, loadLesson } from '../../scenarios/lessons'
import { progressOf, type ScenarioProgress } from '../../scenarios/progress'
import { CHECK_ID, logEntryOf } from '../../scenarios/request-log'
import { flagsOf, setUp } from '../../scenarios/open'
import { playScript } from '../../scenarios/script'
import type { Scenario, ScriptLine } from '../../scenarios/scenario'
import type { ScenarioWorld } from '../../scenarios/world'
import { PAGE_CLOCK } from '../state/clock'
import { type Session, useSession } from '../state/connection'
import { onAudited } from './lesson-audit'
import { playWebhooks } from './scenario-webhooks'
import { LessonLog } from '../state/lesson/lesson-log'
import { type OpenLesson, useLesson } from '../state/lesson/lesson-state'
import { createPageWorld } from '../state/lesson/page-world'
import { untilOwner } from '../state/until-owner'

const OWN_KEY = planeKey('own-lesson')
let log: LessonLog | undefined
const lessonLog = (): LessonLog => (log ??= new LessonLog(localStorage))

/** Id of the lesson that came with the plane, by a link or a file. */
export const OWN_LESSON = 'own'

function ownLesson(): Lesson | undefined {
  const source = localStorage.getItem(OWN_KEY)
  return source === null ? undefined : { id: OWN_LESSON, scenario: readScenario(source) }
}

/** A lesson of the catalogue, or the one that came with this plane. */
export const lessonOf = async (id: string): Promise<Lesson | undefined> =>
  id === OWN_LESSON ? ownLesson() : loadLesson(id)

/** The same, for a lesson that is shown already. */
export const shownLesson = (id: string): Lesson | undefined => (id === OWN_LESSON ? ownLesson() : loadedLesson(id))

const waited = new Map<string, Promise<Lesson | undefined>>()

/** A lesson as a component shows it, which waits for it. Throws what stood in its way, and tries again when it is asked again. */
export function useLessonOf(id: string): Lesson | undefined {
  // The plane's own lesson may become another one under its id.
  const key = id === OWN_LESSON ? `${id} ${localStorage.getItem(OWN_KEY) ?? ''}` : id
  let promise = waited.get(key)
  if (!promise) {
    promise = lessonOf(id)
    waited.set(key, promise)
    promise.catch(() => waited.delete(key))
  }
  return use(promise)
}

/** Keeps the lesson that comes with this plane. */
export const keepOwnLesson = (source: string): void => localStorage.setItem(OWN_KEY, source)

const clockOf = async (session: Session): Promise<number> => (await session.control('clock', { action: 'read' })).now

/** Runs the plane with the scenario's flags, and with nothing in it that somebody made. */
async function emptyPlane(session: Session, scenario: Scenario): Promise<void> {
  const { argv, content } = await session.control('link', { action: 'state' })
  const flags = flagsOf(scenario)
  const runs = JSON.stringify(argv) === JSON.stringify(flags)
  // A plane that was made for the scenario has started with its flags already, and is empty.
  if (runs && !content) return
  await session.control('reset', { argv: flags })
}

/**
 * Makes this page's plane what a scenario starts with: its flags, nothing else that somebody made, its objects and requests. With `lesson`
 * the lesson opens beside the page; its webhooks run with `runsCode`. Only for a plane of the scenario's own. Rejects with what could not be made.
 */
export function useMakeStart(): (
  scenario: Scenario,
  lesson?: Pick<OpenLesson, 'id' | 'from'>,
  runsCode?: boolean,
) => Promise<void> {
  const session = useSession()
  const queries = useQueryClient()
  return useCallback(
    async (scenario, lesson, runsCode = false) => {
      await untilOwner(() => emptyPlane(session, scenario), PAGE_CLOCK)
      await session.control('observe', { traces: true })
      const openedAt = await clockOf(session)
      const world = createPageWorld(
        session,
        scenario,
        { log: lessonLog(), openedAt, now: () => openedAt },
        'background',
      )
      await world.settle()
      if (runsCode && scenario.webhooks) await playWebhooks(session, scenario.webhooks)
      await setUp(world, scenario)
      lessonLog().clear()
      // What is shown asks again by itself; the lesson does not wait for all of it.
      void queries.invalidateQueries()
      if (lesson) useLesson.getState().start({ ...lesson, openedAt: await clockOf(session), reached: 0 })
    },
    [session, queries],
  )
}

const PAUSE_MS = 250

/** How the open lesson stands, looked at again whenever something has happened in the cluster. */
export function useLessonProgress(
  scenario: Scenario,
  { id, openedAt, reached }: OpenLesson,
): ScenarioProgress | undefined {
  const session = useSession()
  const [progress, setProgress] = useState<ScenarioProgress>()
  const furthest = useRef(reached)
  furthest.current = reached
  useEffect(() => {
    let ended = false
    let timer: ReturnType<typeof setTimeout> | undefined
    let looking = false
    let again = false
    const look = async (): Promise<void> => {
      timer = undefined
      looking = true
      const now = await clockOf(session)
      const world = createPageWorld(session, scenario, { log: lessonLog(), openedAt, now: () => now }, 'background')
      const found = await progressOf(scenario, world, furthest.current)
      looking = false
      if (ended) return
      setProgress(found)
      useLesson.getState().reach(found.current)
      if (id !== OWN_LESSON && found.current === (scenario.steps ?? []).length) useLesson.getState().finish(id)
      if (again) soon()
    }
    const lookOnce = (): void =>
      void look().catch((error: unknown) => {
        looking = false
        // The cluster is between two owners or restarts: what happens next asks again.
        console.warn('The lesson could not be checked:', error)
      })
    const soon = (): void => {
      again = looking
      if (looking) return
      timer ??= setTimeout(lookOnce, PAUSE_MS)
    }
    const stops = [
      session.on('trace', (trace) => {
        if (trace.id.startsWith(CHECK_ID)) return
        const entry = logEntryOf(trace)
        if (entry) lessonLog().add(entry)
        // Reading changes nothing but the log.
        if (entry || trace.method !== 'GET') soon()
      }),
      session.on('clock', soon),
      onAudited(session, scenario, soon),
      session.onStatus(soon),
    ]
    // Nobody waits for the first look.
    lookOnce()
    return () => {
      ended = true
      clearTimeout(timer)
      for (const stop of stops) stop()
    }
  }, [session, scenario, id, openedAt])
  return progress
}

/** How a solution is shown. */
export interface ShowOptions {
  /** Called when a line was answered. */
  readonly after: (line: ScriptLine) => void
  /** What earlier lines have kept. */
  readonly kept: Map<string, string>
  /** How the requests are sent: the page's world, as whoever shows it needs it. */
  readonly through: (world: ScenarioWorld) => ScenarioWorld
}

/** Plays the lines of a solution for the person, one after another, as requests of the page. */
export function useShowSolution(
  scenario: Scenario,
  openedAt: number,
): (lines: readonly ScriptLine[], options: ShowOptions) => Promise<void> {
  const session = useSession()
  const queries = useQueryClient()
  return useCallback(
    async (lines, { after, kept, through }) => {
      const world = createPageWorld(session, scenario, { log: lessonLog(), openedAt, now: () => openedAt }, 'page')
      await playScript(through(world), lines, after, kept)
      await queries.invalidateQueries()
    },
    [session, queries, scenario, openedAt],
  )
}
