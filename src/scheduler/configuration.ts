import { existsAt } from '../api/releases/ledger'
import { parseConfigText } from '../machinery/config-text'
import type { Json } from '../machinery/json'
import { messageOf } from '../machinery/message-of'
import { namesHintFor } from '../names/choice'
import type { Profile } from './plugin'
import { DEFAULT_PROFILE, type SchedulerSettings, STANDARD_SETTINGS, standardProfile } from './profiles'
import {
  SchedulerConfigurationError,
  CONFIGURATION_KIND,
  failAt,
  membersAt,
  listAt,
  stringAt,
  wholeNumberAt,
} from './configuration-fields'
import { withPlugins } from './configuration-plugins'
import { withArguments } from './plugin-arguments'

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
/** Settings of a real scheduler that have no effect on simulated pods: rejected, so that no configuration relies on them. */
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

/**
 * Parses the content of `--scheduler-config-file`, YAML or JSON, as a release reads it.
 * @throws SchedulerConfigurationError naming the field at fault
 */
export function parseSchedulerConfiguration(content: string, release: number): SchedulerSettings {
  let value: Json
  try {
    value = parseConfigText(content)
  } catch (error) {
    throw new SchedulerConfigurationError(messageOf(error))
  }
  const top = membersAt(value, '', TOP, UNHEEDED)
  if (top['kind'] !== CONFIGURATION_KIND) failAt('kind', `must be "${CONFIGURATION_KIND}"`)
  const version = versionOf(stringAt(top['apiVersion'], 'apiVersion') ?? '', release)
  const first = wholeNumberAt(top['podInitialBackoffSeconds'], 'podInitialBackoffSeconds') ?? 1
  const longest = wholeNumberAt(top['podMaxBackoffSeconds'], 'podMaxBackoffSeconds') ?? 10
  if (first <= 0) failAt('podInitialBackoffSeconds', `Invalid value: ${first}: must be greater than 0`)
  if (longest < first)
    failAt(
      'podMaxBackoffSeconds',
      `Invalid value: ${longest}: must be greater than or equal to PodInitialBackoffSeconds`,
    )
  const percentage = wholeNumberAt(top['percentageOfNodesToScore'], 'percentageOfNodesToScore') ?? 0
  if (percentage < 0 || percentage > 100)
    failAt('percentageOfNodesToScore', `Invalid value: ${percentage}: not in valid range [0-100]`)
  return {
    profiles: profilesOf(listAt(top['profiles'], 'profiles'), version.multiPoint),
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
  return failAt('apiVersion', `must be ${wanted || 'of a later release'}, not ${shown}${namesHintFor(shown)}`)
}

function profilesOf(list: readonly Json[], multiPoint: boolean): ReadonlyMap<string, Profile> {
  if (list.length === 0) return STANDARD_SETTINGS.profiles
  const found = new Map<string, Profile>()
  for (const [i, item] of list.entries()) {
    const at = `profiles[${i}]`
    const profile = membersAt(item, at, ['schedulerName', 'plugins', 'pluginConfig'], ['percentageOfNodesToScore'])
    // A single profile may omit its name.
    const name = stringAt(profile['schedulerName'], `${at}.schedulerName`) || (list.length === 1 ? DEFAULT_PROFILE : '')
    if (!name) failAt(`${at}.schedulerName`, 'Required value')
    if (found.has(name)) failAt(`${at}.schedulerName`, `Duplicate value: ${JSON.stringify(name)}`)
    const scores = withArguments(listAt(profile['pluginConfig'], `${at}.pluginConfig`), `${at}.pluginConfig`)
    found.set(name, withPlugins({ ...standardProfile(name), scores }, profile['plugins'], `${at}.plugins`, multiPoint))
  }
  return found
}
