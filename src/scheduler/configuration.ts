import { parse } from 'yaml'
import { existsAt } from '../api/releases/ledger'
import { isObject, type Json, type JsonObject } from '../machinery/json'
import { messageOf } from '../machinery/message-of'
import { namesHintFor } from '../names/choice'
import { FILTERS } from './filters'
import { mergedPlugins, type PluginChoice, type PluginSet } from './plugin-sets'
import type { Profile } from './plugin'
import { DEFAULT_PROFILE, type SchedulerSettings, STANDARD_SETTINGS, standardProfile } from './profiles'
import { resourcesScore, SCORES, STRATEGIES, type Strategy } from './scores'

/** An invalid or unsupported configuration; the message begins with the field. */
export class SchedulerConfigurationError extends Error {
  override readonly name = 'SchedulerConfigurationError'
}

const KIND = 'OrchSchedulerConfiguration'
/** The versions of the configuration with profiles, and the releases that read them. */
const VERSIONS = [
  { apiVersion: 'orchscheduler.config.orch.io/v1alpha2', since: 18, removed: 20, multiPoint: false },
  { apiVersion: 'orchscheduler.config.orch.io/v1beta1', since: 19, removed: 23, multiPoint: false },
  { apiVersion: 'orchscheduler.config.orch.io/v1beta2', since: 22, removed: 28, multiPoint: false },
  { apiVersion: 'orchscheduler.config.orch.io/v1beta3', since: 23, removed: 29, multiPoint: true },
  { apiVersion: 'orchscheduler.config.orch.io/v1', since: 25, multiPoint: true },
] as const

const TOP = [
  'apiVersion',
  'kind',
  'profiles',
  'podInitialBackoffSeconds',
  'podMaxBackoffSeconds',
  'percentageOfNodesToScore',
]
/** Settings of a real scheduler that have no effect on simulated pods: refused, so that nobody relies on them. */
const UNHEEDED = [
  'parallelism',
  'leaderElection',
  'clientConnection',
  'extenders',
  'healthzBindAddress',
  'metricsBindAddress',
  'enableProfiling',
  'enableContentionProfiling',
  'delayCacheUntilActive',
]
const POINTS = ['queueSort', 'preFilter', 'filter', 'postFilter', 'preScore', 'score', 'reserve', 'permit']
const LATE_POINTS = ['preEnqueue', 'preBind', 'bind', 'postBind']
const PREEMPTION = 'DefaultPreemption'
/** Plugins that order, nominate and bind: always active, and never listed under filters or scores. */
const OTHERS = new Set(['PrioritySort', PREEMPTION, 'DefaultBinder', 'SchedulingGates'])

const fail = (at: string, why: string): never => {
  throw new SchedulerConfigurationError(`${at}: ${why}`)
}

/** An object's members; an unknown one is refused by name. */
function members(value: Json | undefined, at: string, known: readonly string[], unheeded: readonly string[] = []) {
  if (value === undefined || value === null) return {} as JsonObject
  if (!isObject(value)) return fail(at || KIND, 'must be an object')
  for (const name of Object.keys(value)) {
    const path = at ? `${at}.${name}` : name
    if (unheeded.includes(name)) fail(path, 'is not supported by the simulated scheduler')
    if (!known.includes(name)) fail(path, 'unknown field')
  }
  return value
}

const items = (value: Json | undefined, at: string): readonly Json[] =>
  value === undefined || value === null ? [] : Array.isArray(value) ? value : fail(at, 'must be a list')

const text = (value: Json | undefined, at: string): string | undefined =>
  value === undefined || value === null || typeof value === 'string' ? (value ?? undefined) : fail(at, 'must be a text')

function whole(value: Json | undefined, at: string): number | undefined {
  if (value === undefined || value === null) return undefined
  return typeof value === 'number' && Number.isInteger(value) ? value : fail(at, 'must be a whole number')
}

/**
 * Parses the content of `--scheduler-config-file`, YAML or JSON, as a release reads it.
 * @throws SchedulerConfigurationError naming the field at fault
 */
export function parseSchedulerConfiguration(content: string, release: number): SchedulerSettings {
  let value: Json
  try {
    value = parse(content) as Json
  } catch (error) {
    throw new SchedulerConfigurationError(messageOf(error))
  }
  const top = members(value, '', TOP, UNHEEDED)
  if (top['kind'] !== KIND) fail('kind', `must be "${KIND}"`)
  const version = versionOf(text(top['apiVersion'], 'apiVersion') ?? '', release)
  const first = whole(top['podInitialBackoffSeconds'], 'podInitialBackoffSeconds') ?? 1
  const longest = whole(top['podMaxBackoffSeconds'], 'podMaxBackoffSeconds') ?? 10
  if (first <= 0) fail('podInitialBackoffSeconds', `Invalid value: ${first}: must be greater than 0`)
  if (longest < first)
    fail('podMaxBackoffSeconds', `Invalid value: ${longest}: must be greater than or equal to PodInitialBackoffSeconds`)
  const percentage = whole(top['percentageOfNodesToScore'], 'percentageOfNodesToScore') ?? 0
  if (percentage < 0 || percentage > 100)
    fail('percentageOfNodesToScore', `Invalid value: ${percentage}: not in valid range [0-100]`)
  return {
    profiles: profilesOf(items(top['profiles'], 'profiles'), version.multiPoint),
    firstBackOffMs: first * 1000,
    longestBackOffMs: longest * 1000,
    ...(percentage > 0 && { share: percentage / 100 }),
  }
}

function versionOf(apiVersion: string, release: number): (typeof VERSIONS)[number] {
  const known = VERSIONS.filter((version) => existsAt(version, release))
  const found = known.find((version) => version.apiVersion === apiVersion)
  if (found) return found
  const wanted = known.map((version) => `"${version.apiVersion}"`).join(' or ')
  const shown = JSON.stringify(apiVersion)
  return fail('apiVersion', `must be ${wanted || 'of a later release'}, not ${shown}${namesHintFor(shown)}`)
}

function profilesOf(list: readonly Json[], multiPoint: boolean): ReadonlyMap<string, Profile> {
  if (list.length === 0) return STANDARD_SETTINGS.profiles
  const found = new Map<string, Profile>()
  for (const [i, item] of list.entries()) {
    const at = `profiles[${i}]`
    const profile = members(item, at, ['schedulerName', 'plugins', 'pluginConfig'], ['percentageOfNodesToScore'])
    // A single profile may omit its name.
    const name = text(profile['schedulerName'], `${at}.schedulerName`) || (list.length === 1 ? DEFAULT_PROFILE : '')
    if (!name) fail(`${at}.schedulerName`, 'Required value')
    if (found.has(name)) fail(`${at}.schedulerName`, `Duplicate value: ${JSON.stringify(name)}`)
    const scores = withArguments(items(profile['pluginConfig'], `${at}.pluginConfig`), `${at}.pluginConfig`)
    found.set(name, withPlugins({ ...standardProfile(name), scores }, profile['plugins'], `${at}.plugins`, multiPoint))
  }
  return found
}

function withPlugins(profile: Profile, value: Json | undefined, at: string, multiPoint: boolean): Profile {
  const known = [...POINTS, ...LATE_POINTS, ...(multiPoint ? ['multiPoint'] : [])]
  const points = members(value, at, known)
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
  const { enabled, disabled } = members(value, at, ['enabled', 'disabled'])
  const read = (list: Json | undefined, where: string): PluginChoice[] =>
    items(list, where).map((item, i) => {
      const here = `${where}[${i}]`
      const { name, weight } = members(item, here, ['name', 'weight'])
      const number = whole(weight, `${here}.weight`)
      return {
        name: text(name, `${here}.name`) ?? fail(`${here}.name`, 'Required value'),
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
      fail(here, `Invalid value: ${JSON.stringify(name)}: ${point} plugin ${JSON.stringify(name)} does not exist`)
    if (namesAt[point]?.has(name) === false)
      fail(
        here,
        `Invalid value: ${JSON.stringify(name)}: plugin ${JSON.stringify(name)} does not extend ${point} plugin`,
      )
    if (seen.has(name))
      fail(here, `Duplicate value: ${JSON.stringify(name)}: plugin ${JSON.stringify(name)} already registered`)
    seen.add(name)
  }
}

/** The scores with their plugins' arguments applied. */
function withArguments(list: readonly Json[], at: string): Profile['scores'] {
  let scores: Profile['scores'] = SCORES
  const seen = new Set<string>()
  for (const [i, item] of list.entries()) {
    const here = `${at}[${i}]`
    const { name: given, args } = members(item, here, ['name', 'args'])
    const name = text(given, `${here}.name`) ?? fail(`${here}.name`, 'Required value')
    if (seen.has(name)) fail(here, `Duplicate value: ${JSON.stringify(name)}`)
    seen.add(name)
    if (name !== 'NodeResourcesFit')
      fail(`${here}.args`, `arguments of ${name} are not supported by the simulated scheduler`)
    const score = resourcesScore(strategyOf(args, `${here}.args`))
    scores = scores.map((one) => (one.name === name ? score : one))
  }
  return scores
}

function strategyOf(value: Json | undefined, at: string): Strategy {
  const args = members(
    value,
    at,
    ['apiVersion', 'kind', 'scoringStrategy'],
    ['ignoredResources', 'ignoredResourceGroups'],
  )
  const here = `${at}.scoringStrategy`
  const { type = 'LeastAllocated', resources } = members(
    args['scoringStrategy'],
    here,
    ['type', 'resources'],
    ['requestedToCapacityRatio'],
  )
  const known = STRATEGIES.find((one) => one === type)
  if (!known)
    return fail(
      `${here}.type`,
      `Unsupported value: ${JSON.stringify(type)}: supported values: ${STRATEGIES.map((one) => `"${one}"`).join(', ')}`,
    )
  const weights = items(resources, `${here}.resources`).map((item, i) => {
    const place = `${here}.resources[${i}]`
    const { name, weight: given } = members(item, place, ['name', 'weight'])
    const weight = whole(given, `${place}.weight`) ?? 1
    if (weight < 1 || weight > 100)
      fail(
        `${place}.weight`,
        `Invalid value: ${weight}: resource weight of ${text(name, place) ?? ''} not in valid range (0, 100]`,
      )
    return [text(name, `${place}.name`) ?? fail(`${place}.name`, 'Required value'), weight] as const
  })
  return { type: known, ...(weights.length > 0 && { weights: new Map(weights) }) }
}
