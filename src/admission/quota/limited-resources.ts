import type { Scope } from '../../api/quota/scopes'
import { type ConfigShape, expectKind, readShape, TYPE_FIELDS } from '../../machinery/config-shape'
import type { PluginConfiguration } from '../configuration'

const SHAPE: ConfigShape = {
  fields: {
    ...TYPE_FIELDS,
    limitedResources: {
      list: {
        fields: {
          apiGroup: 'string',
          resource: 'string',
          matchContains: { list: 'string' },
          matchScopes: { list: { fields: { scopeName: 'string', operator: 'string', values: { list: 'string' } } } },
        },
      },
    },
  },
}
const KINDS: Readonly<Record<string, readonly string[]>> = {
  ResourceQuotaConfiguration: ['apiserver.config.orch.io/v1'],
  Configuration: ['resourcequota.admission.orch.io/v1beta1', 'resourcequota.admission.orch.io/v1alpha1'],
}

/** Resources that may be used only if a quota covers them. */
export interface LimitedResource {
  readonly apiGroup?: string
  readonly resource?: string
  readonly matchContains?: readonly string[]
  readonly matchScopes?: readonly Scope[]
}

/**
 * Limited resources from the plugin's configuration.
 * @throws ConfigError that names the field
 */
export function readLimited({ value, where }: PluginConfiguration): readonly LimitedResource[] {
  const kind =
    (value as { kind?: unknown } | null)?.kind === 'Configuration' ? 'Configuration' : 'ResourceQuotaConfiguration'
  expectKind(value, kind, KINDS[kind] ?? [], where)
  return readShape<{ limitedResources?: LimitedResource[] }>(value, SHAPE, where).limitedResources ?? []
}
