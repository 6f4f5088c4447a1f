import { idOfFile } from './catalogue'
import { readScenario } from './read'
import type { Scenario } from './scenario'

/** A lesson of the catalogue. `id` is its file's place: `apply/shared-field`. */
export interface Lesson {
  readonly id: string
  readonly scenario: Scenario
}

const FILES = new Map(
  Object.entries(import.meta.glob<string>('../../scenarios/*/*.yaml', { query: '?raw', import: 'default' })).map(
    ([file, load]) => [idOfFile(file), load],
  ),
)
const loaded = new Map<string, Lesson>()

/**
 * A lesson by its id; undefined where there is none. The files of its course are loaded with the first of them. Rejects with
 * `ScenarioError` when a file is not a scenario, which the tests rule out.
 */
export async function loadLesson(id: string): Promise<Lesson | undefined> {
  const load = FILES.get(id)
  if (!load) return undefined
  const lesson = loaded.get(id) ?? { id, scenario: readScenario(await load()) }
  loaded.set(id, lesson)
  return lesson
}

/** A lesson that was loaded before. */
export const loadedLesson = (id: string): Lesson | undefined => loaded.get(id)

/** All lessons, by the places of their files. */
export async function allLessons(): Promise<readonly Lesson[]> {
  const lessons = await Promise.all([...FILES.keys()].map(loadLesson))
  return lessons.flatMap((lesson) => lesson ?? [])
}
