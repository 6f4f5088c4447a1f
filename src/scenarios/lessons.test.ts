import { describe, expect, it } from 'vitest'
import { createNodeSandbox } from '../outside/sandbox/node'
import { openScenario } from '../scenario-world'
import { changesNothing } from './checks'
import { COURSES } from './courses'
import { allLessons } from './lessons'
import { proofParts, prove } from './prove'
import type { Scenario } from './scenario'
import type { Check } from './check'

const sandbox = createNodeSandbox()
const open = (scenario: Scenario) => openScenario(scenario, sandbox)

const asks = (checks: readonly Check[]): string[] =>
  checks.flatMap((check) => ('ask' in check ? [check.ask] : 'any' in check ? asks(check.any) : []))

describe.each((await allLessons()).map((lesson) => [lesson.id, lesson.scenario] as const))(
  'the lesson %s',
  (id, scenario) => {
    const steps = scenario.steps ?? []

    it.each(proofParts(scenario).map((part) => [JSON.stringify(part), part] as const))('proves %s', async (_, part) => {
      const verdicts = await prove(open, scenario, part)
      expect(verdicts.length).toBeGreaterThan(0)
      expect(verdicts.filter(({ ok }) => !ok)).toEqual([])
    })

    it('asks nothing that changes the cluster, helps, and belongs to a course', () => {
      for (const { check, hints, wrong } of steps) {
        const all = [check, ...(hints ?? []).map(({ when = [] }) => when), ...(wrong ?? []).map(({ when }) => when)]
        expect(asks(all.flat()).filter((ask) => !changesNothing({ ask }))).toEqual([])
      }
      expect(steps.some(({ hints = [] }) => hints.length > 0)).toBe(true)
      // Controls are those of a page.
      expect(steps.filter(({ controls, page }) => controls && (page ?? scenario.page) === undefined)).toEqual([])
      expect(steps.filter(({ wrong = [] }) => wrong.length === 0).map(({ title }) => title)).toEqual([])
      expect(COURSES.filter(({ lessons: ids }) => ids.includes(id))).toHaveLength(1)
      const order = COURSES.flatMap(({ lessons: ids }) => ids)
      expect((scenario.requires ?? []).filter((one) => !order.slice(0, order.indexOf(id)).includes(one))).toEqual([])
      expect(scenario.course).toBe(COURSES.find(({ lessons: ids }) => ids.includes(id))?.id)
    })
  },
)
