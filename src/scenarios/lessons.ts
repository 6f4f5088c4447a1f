import { readScenario } from './read'
import type { Scenario } from './scenario'

/** A lesson of the catalogue. `id` is its file's place: `apply/shared-field`. */
export interface Lesson {
  readonly id: string
  readonly scenario: Scenario
}

const FILES = import.meta.glob<string>('../../scenarios/*/*.yaml', { query: '?raw', import: 'default', eager: true })
const PLACE = /scenarios\/(.+)\.yaml$/

let read: readonly Lesson[] | undefined

/** All lessons by their ids. Throws `ScenarioError` when a file is not a scenario, which the tests rule out. */
export const lessons = (): readonly Lesson[] =>
  (read ??= Object.entries(FILES).map(([file, source]) => ({
    id: PLACE.exec(file)?.[1] ?? file,
    scenario: readScenario(source),
  })))
