import { useQueryClient } from '@tanstack/react-query'
import { use, useCallback, useEffect, useRef, useState } from 'react'
import { planeKey } from '../../links/plane-key'
import { readScenario } from '../../scenarios/read'
import { type Lesson, loadedLesson, loadLesson } from '../../scenarios/lessons'
import { progressOf, type ScenarioProgress } from '../../scenarios/progress'
import { isAside } from '../../scenarios/asides'
import { logEntryOf } from '../../scenarios/request-log'
import { flagsOf, setUp } from '../../scenarios/open'
import { playScript } from '../../scenarios/script'
import type { Scenario } from '../../scenarios/scenario'
import type { ScriptLine } from '../../scenarios/script-line'
import type { ScenarioWorld } from '../../scenarios/world'
import { PAGE_CLOCK } from '../state/clock'
import { type Session, useSession } from '../state/connection'
import { LessonLog } from '../state/lesson/lesson-log'
import { type OpenLesson, useLesson } from '../state/lesson/lesson-state'
import { createPageWorld } from '../state/lesson/page-world'
import { untilOwner } from '../state/until-owner'
import { onAudited } from './lesson-audit'
import { playWebhooks } from './scenario-webhooks'

const OWN_KEY = planeKey('own-lesson')
let log: LessonLog | undefined
const lessonLog = (): LessonLog => (log ??= new LessonLog(localStorage))

/** Id of a lesson that came with the plane through a link or a file. */
export const OWN_LESSON = 'own'

function ownLesson(): Lesson | undefined {
  const source = localStorage.getItem(OWN_KEY)
  return source === null ? undefined : { id: OWN_LESSON, scenario: readScenario(source) }
}

/** A lesson of the catalogue, or the one that came with this plane. */
export const lessonOf = async (id: string): Promise<Lesson | undefined> =>
  id === OWN_LESSON ? ownLesson() : loadLesson(id)

/** The same for a lesson that is already loaded. */
export const shownLesson = (id: string): Lesson | undefined => (id === OWN_LESSON ? ownLesson() : loadedLesson(id))

const waited = new Map<string, Promise<Lesson | undefined>>()

/** A lesson for a component, which suspends until it is loaded. Throws the loading error, and tries again on the next call. */
export function useLessonOf(id: string): Lesson | undefined {
  // The plane's own lesson can change under the same id.
  const key = id === OWN_LESSON ? `${id} ${localStorage.getItem(OWN_KEY) ?? ''}` : id
  let promise = waited.get(key)
  if (!promise) {
    promise = lessonOf(id)
    waited.set(key, promise)
    promise.catch(() => waited.delete(key))
  }
  return use(promise)
}

/** Stores the lesson that comes with this plane. */
export const keepOwnLesson = (source: string): void => localStorage.setItem(OWN_KEY, source)

const clockOf = async (session: Session): Promise<number> => (await session.control('clock', { action: 'read' })).now

/** Restarts the plane with the scenario's flags and without any user-made objects. */
async function emptyPlane(session: Session, scenario: Scenario): Promise<void> {
  const { argv, content } = await session.control('link', { action: 'state' })
  const flags = flagsOf(scenario)
  const runs = JSON.stringify(argv) === JSON.stringify(flags)
  // A plane made for the scenario has already started with its flags, and is empty.
  if (runs && !content) return
  await session.control('reset', { argv: flags })
}

/**
 * Brings this page's plane to a scenario's start: its flags, its objects and requests, no other user-made objects. With `lesson` the lesson
 * opens beside the page; with `runsCode` its webhooks run. Only for planes made for the scenario. Rejects with what could not be created.
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
      // Don't await: visible queries refetch by themselves, and the lesson does not depend on them.
      void queries.invalidateQueries()
      if (lesson) useLesson.getState().start({ ...lesson, openedAt: await clockOf(session), reached: 0 })
    },
    [session, queries],
  )
}

const PAUSE_MS = 250

/** The progress of the open lesson, checked again after every change in the cluster. */
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
        // The cluster is between two owners or restarting; the next event repeats the check.
        console.warn('The lesson could not be checked:', error)
      })
    const soon = (): void => {
      again = looking
      if (looking) return
      timer ??= setTimeout(lookOnce, PAUSE_MS)
    }
    const stops = [
      session.on('trace', (trace) => {
        if (isAside(trace.id)) return
        const entry = logEntryOf(trace)
        if (entry) lessonLog().add(entry)
        // Reads change nothing but the log.
        if (entry || trace.method !== 'GET') soon()
      }),
      session.on('clock', soon),
      onAudited(session, scenario, soon),
      session.onStatus(soon),
    ]
    // The first check need not be awaited.
    lookOnce()
    return () => {
      ended = true
      clearTimeout(timer)
      for (const stop of stops) stop()
    }
  }, [session, scenario, id, openedAt])
  return progress
}

/** Options for showing a solution. */
export interface ShowOptions {
  /** Called after each line has been answered. */
  readonly after: (line: ScriptLine) => void
  /** Values kept from the answers of earlier lines. */
  readonly kept: Map<string, string>
  /** Wraps the page's world, so that the caller decides how requests are sent. */
  readonly through: (world: ScenarioWorld) => ScenarioWorld
}

/** Returns a function that runs the lines of a solution in order, as requests of the page. */
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
