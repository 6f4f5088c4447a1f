import type { Feature } from '../api/releases/gates'
import { defaultPlugins } from '../api/releases/plugins'
import type { AdmissionPlugin, Operation } from './plugin'
import { knownPlugins } from './plugins'

/** What a person may know of a plugin without its code. */
export interface PluginState {
  readonly name: string
  /** What it does, in a sentence. */
  readonly does: string
  /** What it does nothing without. */
  readonly needs?: string
  readonly on: boolean
  /** Of this release, with its gates as they are. */
  readonly byDefault: boolean
  /** The configuration file may say something to it. */
  readonly configurable: boolean
  /** Only known of plugins that are on. */
  readonly mutates?: boolean
  readonly validates?: boolean
  readonly operations?: readonly Operation[]
}

/** Every plugin of a release in the order in which they run, with what is running of them. */
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
