import type { LevelVersion } from '../../api/pod-security/controls'
import {
  type LevelPolicy,
  type Mode,
  MODES,
  parseLevel,
  parseVersion,
  PRIVILEGED_POLICY,
} from '../../api/pod-security/policy'
import { ConfigError, type ConfigShape, expectKind, readShape, TYPE_FIELDS } from '../../machinery/config-shape'
import type { PluginConfiguration } from '../configuration'

const VERSIONS = ['v1', 'v1beta1', 'v1alpha1'].map((version) => `pod-security.admission.config.orch.io/${version}`)
const SHAPE: ConfigShape = {
  fields: {
    ...TYPE_FIELDS,
    defaults: {
      fields: Object.fromEntries(MODES.flatMap((mode) => [mode, `${mode}-version`].map((name) => [name, 'string']))),
    },
    exemptions: {
      fields: { usernames: { list: 'string' }, runtimeClasses: { list: 'string' }, namespaces: { list: 'string' } },
    },
  },
}

/** Defaults for namespaces without labels, and exemptions. */
export interface PodSecuritySettings {
  readonly defaults: LevelPolicy
  readonly exempt: {
    readonly users: Set<string>
    readonly runtimeClasses: Set<string>
    readonly namespaces: Set<string>
  }
}

/**
 * Settings from the configuration file; by default, every level is privileged and there are no exemptions.
 * @throws ConfigError that names the field
 */
export function readSettings(configuration: PluginConfiguration | undefined): PodSecuritySettings {
  if (!configuration)
    return {
      defaults: PRIVILEGED_POLICY,
      exempt: { users: new Set(), runtimeClasses: new Set(), namespaces: new Set() },
    }
  const { value, where } = configuration
  expectKind(value, 'PodSecurityConfiguration', VERSIONS, where)
  const { defaults = {}, exemptions = {} } = readShape<{
    defaults?: Record<string, string>
    exemptions?: { usernames?: string[]; runtimeClasses?: string[]; namespaces?: string[] }
  }>(value, SHAPE, where)
  const { usernames = [], runtimeClasses = [], namespaces = [] } = exemptions
  for (const [name, list] of Object.entries({ usernames, runtimeClasses, namespaces }))
    for (const [i, item] of list.entries())
      if (item === '' || list.indexOf(item) < i)
        throw new ConfigError(`${where}: exemptions.${name}[${i}] ${item === '' ? 'is empty' : 'is there twice'}`)
  const read = (mode: Mode): LevelVersion => {
    const [levelText, versionText] = [defaults[mode] || 'privileged', defaults[`${mode}-version`] || 'latest']
    const [level, version] = [parseLevel(levelText), parseVersion(versionText)]
    if (level === undefined) throw new ConfigError(`${where}: defaults.${mode}: there is no level "${levelText}"`)
    if (version === undefined)
      throw new ConfigError(`${where}: defaults.${mode}-version must be "latest" or "v1.x", not "${versionText}"`)
    return { level, version }
  }
  return {
    defaults: { enforce: read('enforce'), audit: read('audit'), warn: read('warn') },
    exempt: { users: new Set(usernames), runtimeClasses: new Set(runtimeClasses), namespaces: new Set(namespaces) },
  }
}
