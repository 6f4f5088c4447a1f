import { convertFromHub } from '../../api/conversion/convert'
import type { ParamKind, ParamRef } from '../../api/policies/policy'
import { RESOURCES } from '../../api/releases/resources'
import { hubResourceOf } from '../../api/shared-storage'
import { compileLabelSelector } from '../../machinery/labels'
import type { ApiObject } from '../../machinery/object'
import type { ObjectReader } from '../../machinery/reader'

/** A policy or a binding says what can't be followed; the failure policy decides what that means. */
export class ConfigurationProblem extends Error {
  override readonly name = 'ConfigurationProblem'
}

interface ParamType {
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

/** The resource that a kind of parameters is served as. @throws ConfigurationProblem when there is none */
export function paramTypeOf({ apiVersion = '', kind = '' }: ParamKind, reader: ObjectReader): ParamType {
  const [version = '', group = ''] = apiVersion.split('/').reverse()
  const found = builtIn(group, version, kind) ?? custom(reader, group, version, kind)
  if (!found)
    throw new ConfigurationProblem(
      `failed to find resource referenced by paramKind: '${group === '' ? version : `${group}/${version}`}, Kind=${kind}'`,
    )
  return found
}

/**
 * The parameters that a binding names for a request in a namespace: undefined stands for a policy that goes without.
 * @throws ConfigurationProblem
 */
export function paramsOf(
  type: ParamType | undefined,
  ref: ParamRef | undefined,
  namespace: string,
  reader: ObjectReader,
): readonly (ApiObject | undefined)[] {
  if (!type || !ref) return [undefined]
  const found = find(type, ref, placeOf(type, ref, namespace), reader)
  if (found.length === 0 && ref.parameterNotFoundAction !== 'Allow')
    throw new ConfigurationProblem('no params found for policy binding with `Deny` parameterNotFoundAction')
  return found.map((object) => inVersion(object, type))
}

function placeOf(type: ParamType, ref: ParamRef, namespace: string): string | undefined {
  if (type.namespaced) {
    const place = ref.namespace || namespace
    if (place === '')
      throw new ConfigurationProblem(
        'cannot use namespaced paramRef in policy binding that matches cluster-scoped resources',
      )
    return place
  }
  if (ref.namespace)
    throw new ConfigurationProblem('paramRef.namespace must not be provided for a cluster-scoped `paramKind`')
  return undefined
}

function find(type: ParamType, ref: ParamRef, place: string | undefined, reader: ObjectReader): readonly ApiObject[] {
  const of = type.custom ? type : hubResourceOf(type.group, type.resource)
  if (ref.name) {
    const object = reader.get(of, place, ref.name)
    return object ? [object] : []
  }
  const selector = compileLabelSelector(ref.selector ?? {})
  return reader.list(of, place).filter(({ metadata }) => selector.matches(metadata.labels))
}

const inVersion = (object: ApiObject, { group, version, kind, custom: isCustom }: ParamType): ApiObject =>
  isCustom ? { ...object, apiVersion: `${group}/${version}`, kind } : convertFromHub(object, group, version, kind)
