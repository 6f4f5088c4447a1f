import { idOfFile } from './catalogue'
import { readScenario } from './read'
import type { Scenario } from './scenario'

/** A lesson of the catalogue. `id` is its file's path: `apply/shared-field`. */
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
 * A lesson by id; undefined if it does not exist. Loads all files of its course with the first one. Rejects with
 * `ScenarioError` if a file is not a scenario, which the tests rule out.
 */
export async function loadLesson(id: string): Promise<Lesson | undefined> {
  const load = FILES.get(id)
  if (!load) return undefined
  const lesson = loaded.get(id) ?? { id, scenario: readScenario(await load()) }
  loaded.set(id, lesson)
  return lesson
}

/** A lesson that is already loaded. */
export const loadedLesson = (id: string): Lesson | undefined => loaded.get(id)

/** All lessons, by id. */
export async function allLessons(): Promise<readonly Lesson[]> {
  const lessons = await Promise.all([...FILES.keys()].map(loadLesson))
  return lessons.flatMap((lesson) => lesson ?? [])
}
