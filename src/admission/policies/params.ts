import { convertFromHub } from '../../api/conversion/convert'
import { ConfigurationProblem, type ParamType } from '../../api/policies/param-type'
import type { ParamRef } from '../../api/policies/policy'
import { hubResourceOf } from '../../api/shared-storage'
import { compileLabelSelector } from '../../machinery/labels'
import type { ApiObject } from '../../machinery/object'
import type { ObjectReader } from '../../machinery/reader'

/**
 * Parameters that a binding selects for a request's namespace; undefined stands for a policy without parameters.
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
