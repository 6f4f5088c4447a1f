import { ConfigError, expectKind, readShape, type ConfigShape, TYPE_FIELDS } from '../machinery/config-shape'
import { parseConfigText } from '../machinery/config-text'
import { fileLabel } from '../machinery/file-label'
import { isObject, type Json } from '../machinery/json'
import { messageOf } from '../machinery/message-of'

/** Reads the files that flags name. */
export interface ConfigFiles {
  /** Rejects if the file can't be read. */
  read(name: string): Promise<string>
}

/** One plugin's part of the configuration file. */
export interface PluginConfiguration {
  readonly value: Json
  /** Source location; prefix of all error messages. */
  readonly where: string
  /** Reads another file that the configuration names, relative to its own folder. */
  read(name: string): Promise<string>
}

const VERSIONS = ['apiserver.config.orch.io/v1', 'apiserver.orch.io/v1alpha1']
const SHAPE: ConfigShape = {
  fields: {
    ...TYPE_FIELDS,
    plugins: { list: { fields: { name: 'string', path: 'string', configuration: 'any' } } },
  },
}
interface AdmissionConfiguration {
  readonly plugins?: readonly { readonly name?: string; readonly path?: string; readonly configuration?: Json }[]
}

/** Before this kind existed, the file was the configuration of whichever plugin has these fields. */
const UNVERSIONED: Readonly<Record<string, string>> = {
  imagePolicy: 'ImagePolicyWebhook',
  podNodeSelectorPluginConfig: 'PodNodeSelector',
}

/**
 * Reads `--admission-control-config-file` (admission document, "What the service does" 4). Plugin configurations are embedded or in files
 * of their own, named relative to this one's folder. `takes` returns whether a plugin is known, and whether it is configurable.
 * @throws ConfigError if it can't be read, or has a part that no plugin would use
 */
export async function readAdmissionConfiguration(
  name: string,
  files: ConfigFiles,
  takes: (plugin: string) => boolean | undefined,
): Promise<ReadonlyMap<string, PluginConfiguration>> {
  const shown = name.startsWith('data:') ? 'the admission configuration' : name
  const value = parseText(await readFile(name, files), shown)
  if (
    isObject(value) &&
    !('kind' in value) &&
    !('apiVersion' in value) &&
    Object.keys(value).some((key) => key in UNVERSIONED)
  )
    return unversioned(value, shown, name, files)
  expectKind(value, 'AdmissionConfiguration', VERSIONS, shown)
  const { plugins = [] } = readShape<AdmissionConfiguration>(value, SHAPE, shown)
  const found = new Map<string, PluginConfiguration>()
  for (const [i, { name: plugin = '', path, configuration }] of plugins.entries()) {
    const at = `${shown}: plugins[${i}]`
    const configurable = takes(plugin)
    if (configurable === undefined) throw new ConfigError(`${at}.name: there is no plugin "${plugin}"`)
    if (found.has(plugin)) throw new ConfigError(`${at}.name: plugin ${plugin} is configured twice`)
    if (path && configuration !== undefined) throw new ConfigError(`${at}: path and configuration exclude each other`)
    if (!path && configuration === undefined) continue
    if (!configurable) throw new ConfigError(`${at}: plugin ${plugin} takes no configuration`)
    found.set(plugin, await configurationOf(plugin, path, configuration, { shown, name, files }))
  }
  return found
}

interface Place {
  readonly shown: string
  readonly name: string
  readonly files: ConfigFiles
}

async function configurationOf(
  plugin: string,
  path: string | undefined,
  configuration: Json | undefined,
  { shown, name, files }: Place,
): Promise<PluginConfiguration> {
  if (!path)
    return {
      value: configuration ?? null,
      where: `${shown}: ${plugin}`,
      read: (other) => readFile(beside(name, other), files),
    }
  const file = beside(name, path)
  return {
    value: parseText(await readFile(file, files), fileLabel(file)),
    where: `${plugin} in ${fileLabel(file)}`,
    read: (other) => readFile(beside(file, other), files),
  }
}

function unversioned(
  value: Record<string, Json>,
  shown: string,
  name: string,
  files: ConfigFiles,
): ReadonlyMap<string, PluginConfiguration> {
  return new Map(
    Object.entries(value).map(([field, content]) => {
      const plugin = UNVERSIONED[field]
      if (plugin === undefined) throw new ConfigError(`${shown}: unknown field "${field}"`)
      const configuration: PluginConfiguration = {
        value: { [field]: content },
        where: `${plugin} in ${shown}`,
        read: (other) => readFile(beside(name, other), files),
      }
      return [plugin, configuration]
    }),
  )
}

/** Resolves a file name relative to the folder of another; absolute names stay as they are. */
function beside(file: string, name: string): string {
  if (/^(\/|[A-Za-z]:[\\/]|[A-Za-z][A-Za-z0-9+.-]*:)/.test(name) || file.startsWith('data:')) return name
  const folder = file.slice(0, file.lastIndexOf('/') + 1)
  return folder + name
}

async function readFile(name: string, files: ConfigFiles): Promise<string> {
  try {
    return await files.read(name)
  } catch (error) {
    throw new ConfigError(`the admission configuration ${fileLabel(name)} can't be read: ${messageOf(error)}`)
  }
}

function parseText(text: string, where: string): Json {
  try {
    return parseConfigText(text)
  } catch (error) {
    throw new ConfigError(`${where}: ${messageOf(error)}`)
  }
}
