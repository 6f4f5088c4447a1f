import type { ObjectReader } from '../../machinery/reader'
import { RESOURCES } from '../releases/resources'
import type { ParamKind } from './policy'

/** An invalid policy or binding, subject to the failure policy. */
export class ConfigurationProblem extends Error {
  override readonly name = 'ConfigurationProblem'
}

/** The served resource of a parameter kind. */
export interface ParamType {
  readonly group: string
  readonly version: string
  readonly kind: string
  readonly resource: string
  readonly namespaced: boolean
  readonly custom: boolean
}

const DEFINITIONS = { group: 'apiextensions.orch.io', resource: 'customresourcedefinitions' }
interface DefinitionSpec {
  readonly group?: string
  readonly scope?: string
  readonly names?: { readonly kind?: string; readonly plural?: string }
  readonly versions?: readonly { readonly name?: string; readonly served?: boolean }[]
}

function builtIn(group: string, version: string, kind: string): ParamType | undefined {
  const row = RESOURCES.find((one) => one.group === group && one.kind === kind && version in one.versions)
  return row && { group, version, kind, resource: row.resource, namespaced: row.namespaced, custom: false }
}
function custom(reader: ObjectReader, group: string, version: string, kind: string): ParamType | undefined {
  for (const { spec } of reader.list(DEFINITIONS)) {
    const { names = {}, scope, versions = [], ...rest } = (spec ?? {}) as DefinitionSpec
    const served = versions.some((one) => one.name === version && one.served)
    if (rest.group === group && names.kind === kind && served)
      return { group, version, kind, resource: names.plural ?? '', namespaced: scope === 'Namespaced', custom: true }
  }
  return undefined
}

/** The resource that serves a parameter kind. @throws ConfigurationProblem if there is none */
export function paramTypeOf({ apiVersion = '', kind = '' }: ParamKind, reader: ObjectReader): ParamType {
  const [version = '', group = ''] = apiVersion.split('/').reverse()
  const found = builtIn(group, version, kind) ?? custom(reader, group, version, kind)
  if (!found)
    throw new ConfigurationProblem(
      `failed to find resource referenced by paramKind: '${group}/${version}, Kind=${kind}'`,
    )
  return found
}
