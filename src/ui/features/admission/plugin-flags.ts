import type { PluginState } from '../../../server/control'
import { flagValue, withFlags } from '../../state/argv'
import { fromDataUrl, toDataUrl } from '../../state/data-url'

/** Flag with the configuration of plugins. */
export const CONFIG_FLAG = 'admission-control-config-file'

/** Plugins to enable or disable, by name. */
export type Wanted = Readonly<Record<string, boolean>>

/** Whether a plugin is on after the changes that the user has chosen. */
export const isOn = (plugin: PluginState, wanted: Wanted): boolean => wanted[plugin.name] ?? plugin.on

/** The remaining changes after some have been applied. */
export const withoutSame = (wanted: Wanted, done: Wanted): Wanted =>
  Object.fromEntries(Object.entries(wanted).filter(([name, on]) => done[name] !== on))

/** The flags for the wanted plugins. An undefined configuration is kept, an empty one removed. */
export function argvFor(
  argv: readonly string[],
  plugins: readonly PluginState[],
  wanted: Wanted,
  configuration: string | undefined,
): string[] {
  const differing = (on: boolean): string | undefined => {
    const names = plugins.filter((plugin) => isOn(plugin, wanted) === on && plugin.byDefault !== on)
    return names.length > 0 ? names.map(({ name }) => name).join(',') : undefined
  }
  return withFlags(argv, {
    'enable-admission-plugins': differing(true),
    'disable-admission-plugins': differing(false),
    ...(configuration !== undefined && {
      [CONFIG_FLAG]: configuration.trim() === '' ? undefined : toDataUrl(configuration, 'application/yaml'),
    }),
  })
}

/** The configuration in use, if the page can read it; otherwise `file` says where it is. */
export function configurationIn(argv: readonly string[]): { readonly text: string; readonly file?: string } {
  const value = flagValue(argv, CONFIG_FLAG)
  if (value === undefined) return { text: '' }
  const text = fromDataUrl(value)
  return text === undefined ? { text: '', file: value } : { text }
}
