import type { PluginState } from '../../../server/control'
import { flagValue, withFlags } from '../../state/argv'
import { fromDataUrl, toDataUrl } from '../../state/data-url'

export const CONFIG_FLAG = 'admission-control-config-file'

/** Plugins that are to be switched, by name. */
export type Wanted = Readonly<Record<string, boolean>>

export const isOn = (plugin: PluginState, wanted: Wanted): boolean => wanted[plugin.name] ?? plugin.on

/** What is still wanted when some of it has been done. */
export const withoutSame = (wanted: Wanted, done: Wanted): Wanted =>
  Object.fromEntries(Object.entries(wanted).filter(([name, on]) => done[name] !== on))

/** The flags of a control plane whose plugins run as wanted. A configuration that is undefined stays, an empty one goes. */
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

/** The configuration that is in use, where the page can read it; `file` when it is somewhere else. */
export function configurationIn(argv: readonly string[]): { readonly text: string; readonly file?: string } {
  const value = flagValue(argv, CONFIG_FLAG)
  if (value === undefined) return { text: '' }
  const text = fromDataUrl(value)
  return text === undefined ? { text: '', file: value } : { text }
}
