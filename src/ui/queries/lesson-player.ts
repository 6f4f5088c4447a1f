import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import { type Lesson, lessons } from '../../scenarios/lessons'
import { progressOf, type ScenarioProgress } from '../../scenarios/progress'
import { CHECK_ID, logEntryOf } from '../../scenarios/request-log'
import { flagsOf, setUp } from '../../scenarios/open'
import { playScript } from '../../scenarios/script'
import type { Scenario, ScriptLine } from '../../scenarios/scenario'
import { type Session, useSession } from '../state/connection'
import { LessonLog } from '../state/lesson/lesson-log'
import { type OpenLesson, useLesson } from '../state/lesson/lesson-state'
import { createPageWorld } from '../state/lesson/page-world'
import { saveSnapshot } from '../state/snapshots'

let log: LessonLog | undefined
const lessonLog = (): LessonLog => (log ??= new LessonLog(sessionStorage))

export const lessonOf = (id: string): Lesson | undefined => lessons().find((lesson) => lesson.id === id)

const clockOf = async (session: Session): Promise<number> => (await session.control('clock', { action: 'read' })).now

/** Keeps a copy of the cluster under a name when a person has made something in it. */
async function keepCluster(session: Session, title: string): Promise<string | undefined> {
  const { content } = await session.control('link', { action: 'state' })
  if (!content) return undefined
  const name = `Before "${title}"`
  await saveSnapshot(name, await session.control('export', null), Date.now())
  return name
}

/**
 * Opens a lesson in this site's cluster: keeps what is there as a snapshot, starts from nothing with the flags of the lesson, and makes
 * its start state. Nothing has changed when keeping the snapshot fails. Rejects with what could not be made.
 */
export function useOpenLesson(): (lesson: Lesson) => Promise<void> {
  const session = useSession()
  const queries = useQueryClient()
  return useCallback(
    async ({ id, scenario }) => {
      const snapshot = await keepCluster(session, scenario.title)
      await session.control('reset', null)
      await session.control('link', { action: 'try', argv: flagsOf(scenario), accepted: true })
      await session.control('observe', { traces: true })
      lessonLog().clear()
      const openedAt = await clockOf(session)
      const world = createPageWorld(
        session,
        scenario,
        { log: lessonLog(), openedAt, now: () => openedAt },
        'background',
      )
      await world.settle()
      await setUp(world, scenario)
      lessonLog().clear()
      await queries.invalidateQueries()
      useLesson.getState().start({ id, openedAt: await clockOf(session), reached: 0, ...(snapshot && { snapshot }) })
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
      if (found.current === (scenario.steps ?? []).length) useLesson.getState().finish(id)
      if (again) soon()
    }
    const soon = (): void => {
      again = looking
      if (looking) return
      timer ??= setTimeout(() => {
        look().catch((error: unknown) => {
          looking = false
          // The cluster is between two owners or restarts: what happens next asks again.
          console.warn('The lesson could not be checked:', error)
        })
      }, PAUSE_MS)
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
      session.onStatus(soon),
    ]
    soon()
    return () => {
      ended = true
      clearTimeout(timer)
      for (const stop of stops) stop()
    }
  }, [session, scenario, id, openedAt])
  return progress
}

/** Sends the lines of a solution for the person, one after another, as requests of the page. */
export function useShowSolution(
  scenario: Scenario,
  openedAt: number,
): (lines: readonly ScriptLine[], after: (line: ScriptLine) => void, kept: Map<string, string>) => Promise<void> {
  const session = useSession()
  const queries = useQueryClient()
  return useCallback(
    async (lines, after, kept) => {
      const world = createPageWorld(session, scenario, { log: lessonLog(), openedAt, now: () => openedAt }, 'page')
      await playScript(world, lines, after, kept)
      await queries.invalidateQueries()
    },
    [session, queries, scenario, openedAt],
  )
}
