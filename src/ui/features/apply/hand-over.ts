import { type PathElement, pathText } from '../../../managed-fields/path-element'
import { type NamedOwner } from '../../components/ownership/owners'

/** The two ways to transfer a field from a person to a controller ("Field-ownership apply" 9). */
export type Way = 'wait' | 'temporary'

/** A field that passes from a person to a controller, with both managers. */
export interface HandOver {
  readonly field: readonly PathElement[]
  /** Names of the managers. */
  readonly person: string
  readonly controller: string
  readonly temporary: string
}

/** Steps by which a field changes its owner. */
export type StepId = 'own' | 'write' | 'conflict' | 'drop' | 'lend' | 'release'

/** The steps of each way, in order. */
export const STEPS: Readonly<Record<Way, readonly StepId[]>> = {
  wait: ['own', 'write', 'conflict', 'drop'],
  temporary: ['own', 'lend', 'release', 'write'],
}

/** What decides which step is next. */
export interface Situation {
  readonly owners: readonly NamedOwner[]
  /** Whether the person's manifest, as edited, contains the field. */
  readonly inIntent: boolean
  /** True if the person's last apply was refused because of this field. */
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

/** The number of completed steps; all of them once the controller is the field's only owner. */
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

/** What prevents a hand-over, as a sentence; undefined if nothing does. */
export function obstacle(handOver: HandOver, situation: Situation): string | undefined {
  const { person, controller, temporary } = holders(handOver, situation.owners)
  if (controller && !person && !temporary && situation.inIntent)
    return `${handOver.controller} owns the field already: an apply by ${handOver.person} conflicts until the field is removed from the manifest.`
  return undefined
}
