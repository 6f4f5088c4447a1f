import { type PathElement, pathText } from '../../../managed-fields/path-element'
import { type NamedOwner } from '../../components/ownership/owners'

/** The two ways to hand a field from a person to a controller ("Field-ownership apply" 9). */
export type Way = 'wait' | 'temporary'

export interface HandOver {
  readonly field: readonly PathElement[]
  /** Manager names. */
  readonly person: string
  readonly controller: string
  readonly temporary: string
}

export type StepId = 'own' | 'write' | 'conflict' | 'drop' | 'lend' | 'release'

export const STEPS: Readonly<Record<Way, readonly StepId[]>> = {
  wait: ['own', 'write', 'conflict', 'drop'],
  temporary: ['own', 'lend', 'release', 'write'],
}

export interface Situation {
  readonly owners: readonly NamedOwner[]
  /** Whether the person's intent, as it stands in the editor, says something about the field. */
  readonly inIntent: boolean
  /** The person's last apply was refused for this field. */
  readonly refused: boolean
}

interface Holders {
  readonly person: boolean
  readonly controller: boolean
  readonly temporary: boolean
}

function holders({ field, person, controller, temporary }: HandOver, owners: readonly NamedOwner[]): Holders {
  const text = pathText(field)
  const holds = (manager: string, applies?: boolean): boolean =>
    owners.some(
      (owner) =>
        owner.manager === manager &&
        (applies === undefined || (owner.operation === 'Apply') === applies) &&
        [...owner.fields.paths()].some((path) => pathText(path) === text),
    )
  return { person: holds(person, true), controller: holds(controller), temporary: holds(temporary, true) }
}

/** How many steps of a way are done; all of them once the controller has the field and nobody else claims it. */
export function stepsDone(way: Way, handOver: HandOver, situation: Situation): number {
  const { person, controller, temporary } = holders(handOver, situation.owners)
  const all = STEPS[way].length
  if (controller && !person && !temporary && !situation.inIntent) return all
  if (way === 'wait') {
    if (controller && !person) return situation.refused ? 3 : 2
    return person ? 1 : 0
  }
  if (temporary && !person) return 3
  if (temporary && person) return 2
  return person ? 1 : 0
}

/** What stands in the way of a hand-over, said in a sentence; undefined when nothing does. */
export function obstacle(handOver: HandOver, situation: Situation): string | undefined {
  const { person, controller, temporary } = holders(handOver, situation.owners)
  if (controller && !person && !temporary && situation.inIntent)
    return `${handOver.controller} owns the field already: an apply by ${handOver.person} conflicts until the field is removed from the manifest.`
  return undefined
}
