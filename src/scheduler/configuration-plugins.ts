import type { Json } from '../machinery/json'
import { FILTERS } from './filters'
import { mergedPlugins, type PluginChoice, type PluginSet } from './plugin-sets'
import type { Profile } from './plugin'
import { SCORES } from './scores'
import { failAt, membersAt, listAt, stringAt, wholeNumberAt } from './configuration-fields'

const POINTS = ['queueSort', 'preFilter', 'filter', 'postFilter', 'preScore', 'score', 'reserve', 'permit']

const LATE_POINTS = ['preEnqueue', 'preBind', 'bind', 'postBind']

const PREEMPTION = 'DefaultPreemption'

/** Plugins that order, nominate and bind: always active, and never listed under filters or scores. */
const OTHERS = new Set(['PrioritySort', PREEMPTION, 'DefaultBinder', 'SchedulingGates'])

/** A profile with the plugins that its `plugins` section enables and disables. */
export function withPlugins(profile: Profile, value: Json | undefined, at: string, multiPoint: boolean): Profile {
  const known = [...POINTS, ...LATE_POINTS, ...(multiPoint ? ['multiPoint'] : [])]
  const points = membersAt(value, at, known)
  const sets = new Map(known.map((point) => [point, setOf(points[point], `${at}.${point}`)]))
  const setAt = (point: string): PluginSet => sets.get(point) ?? { enabled: [], disabled: [] }
  const all = setAt('multiPoint')
  for (const [point, set] of sets) checkNames(set, point, `${at}.${point}`)
  const off = [...all.disabled, ...setAt('postFilter').disabled]
  const on = [...all.enabled, ...setAt('postFilter').enabled].some(({ name }) => name === PREEMPTION)
  return {
    ...profile,
    filters: mergedPlugins(FILTERS, all, setAt('filter')),
    scores: mergedPlugins(SCORES, all, setAt('score')).map(({ name, weight }) => ({
      ...(profile.scores.find((score) => score.name === name) as (typeof SCORES)[number]),
      weight,
    })),
    preempts: on || !(off.includes('*') || off.includes(PREEMPTION)),
  }
}

function setOf(value: Json | undefined, at: string): PluginSet {
  const { enabled, disabled } = membersAt(value, at, ['enabled', 'disabled'])
  const read = (list: Json | undefined, where: string): PluginChoice[] =>
    listAt(list, where).map((item, i) => {
      const here = `${where}[${i}]`
      const { name, weight } = membersAt(item, here, ['name', 'weight'])
      const number = wholeNumberAt(weight, `${here}.weight`)
      return {
        name: stringAt(name, `${here}.name`) ?? failAt(`${here}.name`, 'Required value'),
        ...(number && { weight: number }),
      }
    })
  return {
    enabled: read(enabled, `${at}.enabled`),
    disabled: read(disabled, `${at}.disabled`).map(({ name }) => name),
  }
}

const namesAt: Readonly<Record<string, ReadonlySet<string>>> = {
  filter: new Set(FILTERS.map(({ name }) => name)),
  score: new Set(SCORES.map(({ name }) => name)),
}

const ALL_NAMES = new Set([...FILTERS, ...SCORES].map(({ name }) => name).concat([...OTHERS]))

/** Enabled plugins must exist; disabled ones need not. */
function checkNames({ enabled }: PluginSet, point: string, at: string): void {
  const seen = new Set<string>()
  for (const [i, { name }] of enabled.entries()) {
    const here = `${at}.enabled[${i}].name`
    if (!ALL_NAMES.has(name))
      failAt(here, `Invalid value: ${JSON.stringify(name)}: ${point} plugin ${JSON.stringify(name)} does not exist`)
    if (namesAt[point]?.has(name) === false)
      failAt(
        here,
        `Invalid value: ${JSON.stringify(name)}: plugin ${JSON.stringify(name)} does not extend ${point} plugin`,
      )
    if (seen.has(name))
      failAt(here, `Duplicate value: ${JSON.stringify(name)}: plugin ${JSON.stringify(name)} already registered`)
    seen.add(name)
  }
}
