/** The configuration of one extension point's plugins. */
export interface PluginSet {
  readonly enabled: readonly PluginChoice[]
  /** Names, or `*` for all that are on by default. */
  readonly disabled: readonly string[]
}

/** A plugin that a profile enables. */
export interface PluginChoice {
  readonly name: string
  /** The weight of a score; absent or 0 for the plugin's default. */
  readonly weight?: number
}

/**
 * The plugins of one extension point: the defaults that neither `all` nor the point disables, and those that either enables. Defaults that
 * the point enables explicitly come first, then the other defaults, then the remaining enabled ones.
 */
export function mergedPlugins<T extends { readonly name: string; readonly weight?: number }>(
  plugins: readonly T[],
  all: PluginSet,
  point: PluginSet,
): T[] {
  const isOff = ({ disabled }: PluginSet, name: string): boolean => disabled.includes('*') || disabled.includes(name)
  const named = (set: PluginSet, name: string) => set.enabled.find((choice) => choice.name === name)
  const weighed = (plugin: T): T => {
    const weight = named(point, plugin.name)?.weight ?? named(all, plugin.name)?.weight
    return weight ? { ...plugin, weight } : plugin
  }
  const base = plugins.filter(
    ({ name }) => !isOff(point, name) && (!isOff(all, name) || named(all, name) !== undefined),
  )
  const chosen = point.enabled.flatMap(({ name }) => plugins.filter((plugin) => plugin.name === name))
  const wasOn = (plugin: T): boolean => !isOff(all, plugin.name) || named(all, plugin.name) !== undefined
  return [
    ...chosen.filter(wasOn),
    ...base.filter((plugin) => !chosen.includes(plugin)),
    ...chosen.filter((plugin) => !wasOn(plugin)),
  ].map(weighed)
}
