import { type ExplanationSort, explainedIn } from '../../../scenarios/taught'
import type { Place } from '../../state/place'
import { termById } from '../terms/glossary'

/** A place where what a lesson teaches is explained. */
export interface Explained {
  readonly title: string
  readonly place: Place
}

const PLACES: Readonly<Record<ExplanationSort, (name: string) => Explained>> = {
  term: (name) => ({
    title: termById(name)?.title ?? name,
    place: { to: '/reference/glossary', search: { term: name } },
  }),
  plugin: (name) => ({ title: `plugin ${name}`, place: { to: '/reference/plugins', search: { plugin: name } } }),
  finding: () => ({ title: 'mistakes in roles', place: { to: '/access/mistakes' } }),
  situation: () => ({ title: 'the apply lab', place: { to: '/apply' } }),
}

/** Where one can read on, or try, what a lesson teaches; each place once. */
export const placesOfLesson = (lesson: string): readonly Explained[] => [
  ...new Map(
    explainedIn(lesson)
      .map(({ sort, name }) => PLACES[sort](name))
      .map((one) => [one.title, one] as const),
  ).values(),
]
