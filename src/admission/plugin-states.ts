import type { Feature } from '../api/releases/gates'
import { defaultPlugins } from '../api/releases/plugins'
import type { AdmissionPlugin, Operation } from './plugin'
import { knownPlugins } from './plugins'

/** Description and state of a plugin. */
export interface PluginState {
  readonly name: string
  /** One-sentence description. */
  readonly does: string
  /** Without this the plugin has no effect. */
  readonly needs?: string
  readonly on: boolean
  /** Whether the release enables it by default, given its feature gates. */
  readonly byDefault: boolean
  /** Whether the configuration file may configure it. */
  readonly configurable: boolean
  /** Known for enabled plugins only. */
  readonly mutates?: boolean
  readonly validates?: boolean
  readonly operations?: readonly Operation[]
}

/** All plugins of a release in the order they run, with the state of those enabled. */
export function pluginStates(release: number, feature: Feature, running: readonly AdmissionPlugin[]): PluginState[] {
  const byDefault = new Set<string>(defaultPlugins(release, feature))
  return knownPlugins(release).map((row) => {
    const { name, does, configurable = false } = row
    const needs = 'needs' in row ? row.needs : undefined
    const plugin = running.find((one) => one.name === name)
    return {
      name,
      does,
      ...(needs !== undefined && { needs }),
      on: plugin !== undefined,
      byDefault: byDefault.has(name),
      configurable,
      ...(plugin && {
        mutates: plugin.admit !== undefined,
        validates: plugin.validate !== undefined,
        operations: plugin.operations,
      }),
    }
  })
}
