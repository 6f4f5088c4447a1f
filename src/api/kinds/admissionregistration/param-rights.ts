import { forbidden } from '../../../machinery/field-error'
import type { FieldError } from '../../../machinery/field-wording'
import { equal } from '../../../machinery/json'
import type { ApiObject } from '../../../machinery/object'
import { MASTERS_GROUP, type UserInfo } from '../../../machinery/user'
import type { KindBehaviour } from '../../kind'
import type { KindContext, ReadTarget } from '../../kind-context'
import { ConfigurationProblem, paramTypeOf } from '../../policies/param-type'
import { bindingSpecOf, type ParamKind, policySpecOf } from '../../policies/policy'

type Resource = Pick<ReadTarget, 'group' | 'version' | 'resource'>

/** The served resource of a parameter kind; an unknown kind stands for everything. */
function resourceOf(kind: ParamKind | undefined, { reader }: KindContext): Resource {
  const parts = kind?.apiVersion?.split('/') ?? []
  if (!kind || parts.length === 0 || parts.length > 2) return { group: '*', version: '*', resource: '*' }
  const [version = '', group = ''] = parts.reverse()
  try {
    return { group, version, resource: paramTypeOf(kind, reader).resource }
  } catch (error) {
    if (!(error instanceof ConfigurationProblem)) throw error
    return { group, version, resource: '*' }
  }
}

/** A user as printed in messages of this API. */
function shown({ name, uid = '', groups, extra = {} }: UserInfo): string {
  const entries = Object.entries(extra)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, values]) => `${key}:[${values.join(' ')}]`)
  return `&{${name} ${uid} [${groups.join(' ')}] map[${entries.join(' ')}]}`
}

async function refused(target: ReadTarget, { user, mayGet }: KindContext): Promise<boolean> {
  if (!mayGet || user.groups.includes(MASTERS_GROUP)) return false
  return !(await mayGet(target))
}

/** Setting paramKind requires permission to read all its objects, since policy messages may reveal their content. */
export const mayNameParamKind =
  (validate: NonNullable<KindBehaviour['validate']>): NonNullable<KindBehaviour['verify']> =>
  async (object, old, subresource, context): Promise<FieldError[]> => {
    const { paramKind } = policySpecOf(object)
    if (subresource !== '' || !paramKind || (old && equal(policySpecOf(old).paramKind, paramKind))) return []
    if (validate(object, context).length > 0) return []
    if (!(await refused({ ...resourceOf(paramKind, context), namespace: '*', name: '*' }, context))) return []
    const { kind = '', apiVersion = '' } = paramKind
    return [
      forbidden(
        'spec.paramKind',
        `user ${shown(context.user)} must have "get" permission on all objects of the referenced paramKind (kind=${kind}, apiVersion=${apiVersion})`,
      ),
    ]
  }

/** Binding a policy to parameters requires permission to read them. */
export const mayNameParams =
  (policies: string, validate: NonNullable<KindBehaviour['validate']>): NonNullable<KindBehaviour['verify']> =>
  async (object, old, _subresource, context): Promise<FieldError[]> => {
    const { paramRef, policyName = '' } = bindingSpecOf(object)
    if (!paramRef || (old && unchanged(object, old)) || validate(object, context).length > 0) return []
    const policy = context.reader.get(
      { group: 'admissionregistration.orch.io', resource: policies },
      undefined,
      policyName,
    )
    const resource = resourceOf(policy && policySpecOf(policy).paramKind, context)
    const { name = '', namespace = '' } = paramRef
    if (!(await refused({ ...resource, namespace, name }, context))) return []
    const why = `user ${shown(context.user)} does not have "get" permission on the object referenced by paramRef`
    return [forbidden('spec.paramRef', why)]
  }

function unchanged(object: ApiObject, old: ApiObject): boolean {
  const [now, before] = [bindingSpecOf(object), bindingSpecOf(old)]
  return now.policyName === before.policyName && equal(now.paramRef, before.paramRef)
}
