import { behaves } from '../../api/releases/ledger'
import { RESOURCES } from '../../api/releases/resources'
import type { Attributes, Decision } from '../../authorization/authorizer'
import { equal } from '../../machinery/json'
import { type OwnerReference, parseApiVersion } from '../../machinery/object'
import type { ObjectReader } from '../../machinery/reader'
import type { AdmissionEnvironment, AdmissionPlugin, AdmissionRequest } from '../plugin'
import { refused } from '../shared/request'

const DEFINITIONS = { group: 'apiextensions.orch.io', resource: 'customresourcedefinitions' }

interface Owner {
  readonly resource: string
  readonly namespaced: boolean
}
interface Definition {
  readonly group?: string
  readonly scope?: string
  readonly names?: { readonly kind?: string; readonly plural?: string }
}

/** Overridden authorization attributes; the rest is as in the request. */
type Asked = Pick<Attributes, 'verb'> & Partial<Attributes>
const ANYTHING: Asked = {
  verb: 'update',
  apiGroup: '*',
  apiVersion: '*',
  resource: '*',
  subresource: 'finalizers',
  namespace: '',
  name: '*',
}

/**
 * Setting ownerReferences requires permission to delete the object, and blocking an owner's deletion requires permission on the owner's
 * finalizers (admission document, OwnerReferencesPermissionEnforcement).
 */
export function ownerReferencesPermissionEnforcement({
  authorizer,
  reader,
  release,
}: AdmissionEnvironment): AdmissionPlugin {
  const decide = (request: AdmissionRequest, asked: Asked) => authorizer.authorize(attributes(request, asked))
  /** Users with permission on all finalizers need no lookup of the owner's kind. */
  const mayHoldAnything = async (request: AdmissionRequest): Promise<boolean> =>
    behaves('owner-references-wildcard-check', release) && (await decide(request, ANYTHING)).verdict === 'allow'

  return {
    name: 'OwnerReferencesPermissionEnforcement',
    operations: ['CREATE', 'UPDATE'],
    async validate(request) {
      const { resource, subresource, operation, object, oldObject } = request
      // Owner references in a status update are ignored.
      if (resource.group === '' && resource.resource === 'pods' && subresource === 'status') return
      const owners = object?.metadata.ownerReferences ?? []
      const before = oldObject?.metadata.ownerReferences ?? []
      if (equal(owners, before)) return
      if (operation !== 'CREATE') {
        const decision = await decide(request, { verb: 'delete' })
        if (decision.verdict !== 'allow')
          throw refused(request, `cannot set an ownerRef on a resource you can't delete: ${grounds(decision)}`)
      }
      const blocking = (list: readonly OwnerReference[]) => list.filter(({ blockOwnerDeletion }) => blockOwnerDeletion)
      const known = new Set(blocking(before).map(({ uid }) => uid))
      const holding = blocking(owners).filter(({ uid }) => !known.has(uid))
      if (holding.length === 0 || (await mayHoldAnything(request))) return
      for (const owner of holding)
        for (const asked of permissionsOver(owner, request, reader)) {
          const decision = await decide(request, asked)
          if (decision.verdict !== 'allow')
            throw refused(
              request,
              `cannot set blockOwnerDeletion if an ownerReference refers to a resource you can't set finalizers on: ${grounds(decision)}`,
            )
        }
    },
  }
}

/** An authorizer's reason and error, as a real server prints them. */
const grounds = ({ reason, evaluationError }: Decision): string => `${reason}, ${evaluationError ?? '<nil>'}`

/** Attributes to check for blocking an owner's deletion. */
function permissionsOver(
  { apiVersion, kind, name }: OwnerReference,
  request: AdmissionRequest,
  reader: ObjectReader,
): Asked[] {
  const parsed = parseApiVersion(apiVersion)
  const owners = parsed ? ownersOf(reader, parsed.group, kind) : []
  if (!parsed || owners.length === 0)
    throw refused(request, `blockOwnerDeletion can't be set for an owner of the unknown kind ${kind} of ${apiVersion}`)
  return owners.map(({ resource, namespaced }) => ({
    verb: 'update',
    apiGroup: parsed.group,
    apiVersion: parsed.version,
    resource,
    subresource: 'finalizers',
    namespace: namespaced ? request.namespace : '',
    name,
  }))
}

/** The resources of a kind, built in or custom. */
const ownersOf = (reader: ObjectReader, group: string, kind: string): Owner[] => [
  ...RESOURCES.filter((row) => row.group === group && row.kind === kind),
  ...reader.list(DEFINITIONS).flatMap(({ spec }) => {
    const { group: of, scope, names } = (spec ?? {}) as Definition
    return of === group && names?.kind === kind
      ? [{ resource: names.plural ?? '', namespaced: scope === 'Namespaced' }]
      : []
  }),
]

/** The request's attributes with overrides. */
const attributes = (request: AdmissionRequest, asked: Asked): Attributes => ({
  user: request.user,
  isResourceRequest: true,
  apiGroup: request.resource.group,
  apiVersion: request.resource.version,
  resource: request.resource.resource,
  subresource: request.subresource,
  namespace: request.namespace,
  name: request.name,
  path: '',
  ...asked,
})
