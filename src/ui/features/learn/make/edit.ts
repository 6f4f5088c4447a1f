import { equal } from '../../../../machinery/json'
import type { Scenario, Step } from '../../../../scenarios/scenario'
import type { Check } from '../../../../scenarios/check'
import { changeMaking } from '../../../state/lesson/making'

/** Changes members of the lesson; empty texts are removed. */
export const editScenario = (change: Partial<Scenario>): void =>
  changeMaking((making) => ({ ...making, scenario: { ...making.scenario, ...change } }))

/** Changes a step of the lesson. After a change to its solution, the plane's state no longer matches the lesson. */
export const editStep = (place: number, change: (step: Step) => Step): void =>
  changeMaking(({ at, ...making }) => {
    const old = making.scenario.steps ?? []
    const steps = old.map((step, i) => (i === place ? change(step) : step))
    const same = steps[place]?.solution === old[place]?.solution
    return { ...making, scenario: { ...making.scenario, steps }, ...(same && at !== undefined && { at }) }
  })

/** Removes a step; the plane's state then no longer matches the lesson. */
export const removeStep = (at: number): void =>
  changeMaking(({ at: _, ...making }) => ({
    ...making,
    scenario: { ...making.scenario, steps: (making.scenario.steps ?? []).filter((_step, i) => i !== at) },
    offers: making.offers.filter((_offer, i) => i !== at),
  }))

const has = (checks: readonly Check[], check: Check): boolean => checks.some((one) => equal(one, check))

/** The available checks: the chosen ones, then the suggested ones. */
export const choicesOfChecks = (chosen: readonly Check[], offered: readonly Check[]): readonly Check[] => [
  ...offered,
  ...chosen.filter((check) => !has(offered, check)),
]

/** Whether an object is among those chosen. */
export const isChosen = has

/** The checks with one added or removed. */
export const withCheck = (chosen: readonly Check[], check: Check, on: boolean): readonly Check[] =>
  on ? [...chosen, check] : chosen.filter((one) => !equal(one, check))
