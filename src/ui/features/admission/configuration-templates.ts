import { parse, parseDocument, isMap, isSeq } from 'yaml'
import type { PluginState } from '../../../server/control'

const HEAD = `apiVersion: apiserver.config.orch.io/v1
kind: AdmissionConfiguration
plugins:
`

/** A working configuration for each configurable plugin, as an entry of \`plugins\`. */
const ENTRIES: Readonly<Record<string, string>> = {
  PodSecurity: `  - name: PodSecurity
    configuration:
      apiVersion: pod-security.admission.config.orch.io/v1
      kind: PodSecurityConfiguration
      defaults:
        enforce: baseline
        enforce-version: latest
        warn: restricted
        warn-version: latest
      exemptions:
        namespaces: [orch-system]
`,
  EventRateLimit: `  - name: EventRateLimit
    configuration:
      apiVersion: eventratelimit.admission.orch.io/v1alpha1
      kind: Configuration
      limits:
        - type: Namespace
          qps: 50
          burst: 100
`,
  PodNodeSelector: `  - name: PodNodeSelector
    configuration:
      podNodeSelectorPluginConfig:
        clusterDefaultNodeSelector: zone=a
`,
  PodTolerationRestriction: `  - name: PodTolerationRestriction
    configuration:
      apiVersion: podtolerationrestriction.admission.orch.io/v1alpha1
      kind: Configuration
      default:
        - key: team
          operator: Exists
`,
  ResourceQuota: `  - name: ResourceQuota
    configuration:
      apiVersion: apiserver.config.orch.io/v1
      kind: ResourceQuotaConfiguration
      limitedResources:
        - resource: pods
          matchScopes:
            - scopeName: PriorityClass
              operator: In
              values: [high]
`,
}

/** A plugin that a template exists for. */
export interface ConfigurationTemplate {
  readonly plugin: string
  /** The text with the plugin's entry added; undefined if it has one already, or cannot be read. */
  readonly added: string | undefined
}

/** The text with an entry added at the end of its list of plugins; everything else stays as typed. */
function withEntry(text: string, plugin: string, entry: string): string | undefined {
  if (text.trim() === '') return HEAD + entry
  const document = parseDocument(text)
  if (document.errors.length > 0 || !isMap(document.contents)) return undefined
  const plugins = document.get('plugins')
  const value = (parse(entry) as unknown[])[0]
  if (!isSeq(plugins) || plugins.items.length === 0) document.set('plugins', [value])
  else if (plugins.items.some((item) => isMap(item) && item.get('name') === plugin)) return undefined
  else document.addIn(['plugins'], value)
  return document.toString({ lineWidth: 0 })
}

/** The templates for the plugins of this release. */
export const configurationTemplates = (text: string, plugins: readonly PluginState[]): ConfigurationTemplate[] =>
  Object.entries(ENTRIES).flatMap(([plugin, entry]) =>
    plugins.some(({ name, configurable }) => name === plugin && configurable)
      ? [{ plugin, added: withEntry(text, plugin, entry) }]
      : [],
  )
