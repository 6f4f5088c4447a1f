import type { AdmissionEnvironment, AdmissionPlugin } from './plugin'
import { namespaceLifecycle } from './plugins/namespace-lifecycle'

export interface AdmissionSettings {
  readonly enable: readonly string[]
  readonly disable: readonly string[]
  readonly configFile: string | undefined
  readonly files: { read(name: string): Promise<string> }
}

interface PluginRow {
  readonly name: string
  readonly defaultOn: boolean
  create(environment: AdmissionEnvironment): AdmissionPlugin
}

/** Every plugin, in the order in which they run. */
export const PLUGINS: readonly PluginRow[] = [
  { name: 'NamespaceLifecycle', defaultOn: true, create: namespaceLifecycle },
]

export class AdmissionConfigError extends Error {
  override readonly name = 'AdmissionConfigError'
}

/** The plugins that the flags switch on, in their order. Rejects with `AdmissionConfigError` naming what is wrong. */
export async function createAdmissionPlugins(
  environment: AdmissionEnvironment,
  { enable, disable }: AdmissionSettings,
): Promise<AdmissionPlugin[]> {
  const on = (row: PluginRow) => (row.defaultOn || enable.includes(row.name)) && !disable.includes(row.name)
  return PLUGINS.filter(on).map((row) => row.create(environment))
}
