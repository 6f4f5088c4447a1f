import { behaves } from '../../api/releases/ledger'
import { schemaOf } from '../../api/types'
import { readTyped } from '../../api/walk'
import { conflictError, internalError, notFoundError } from '../../machinery/api-error'
import { at, clone } from '../../machinery/json'
import type { ApiObject } from '../../machinery/object'
import type { ServedType } from '../../registry/resource-type'
import { hubForm, keyOf } from '../../registry/storage'
import { updateObject } from '../../registry/write'
import type { WriteCall } from '../../registry/write-call'
import { decodeBody, readContent } from '../wire/body'
import { METADATA_OFFER, negotiate } from '../wire/representation'
import { type RequestScope, type WriteScope, writeScope } from './request-scope'
import { configurationOf } from './apply'
import { checkPlace } from './decode'
import { appliedOwnership, appliedUnrecorded, tracked } from './ownership'
import { checkIdentity, type PatchedKind, readPatched } from './patched-object'
import { type PatchKind, patchKindOf, readPatch } from './patch-document'
import { readVirtual, typedVirtual, virtualResponse } from './ephemeral-resources'
import { writeCall } from './write-call'
import { SCALE, scaleOf, wantedReplicas, withReplicas, scaledIntent, setAt } from './scale-object'

const scaleKind = () => ({ ...SCALE, schema: schemaOf('autoscaling.v1.Scale') })

/** GET of the scale subresource: the object's replicas as a Scale. */
export async function getScale(scope: RequestScope): Promise<Response> {
  const { server, context, type } = scope
  negotiate(context.request.headers.get('accept'), METADATA_OFFER)
  const { namespace, name } = context.info
  const entry = server.store.get(keyOf(type.hub, namespace, name))
  if (!entry) throw notFoundError(type.hub.behaviour.scale?.missing ?? type, name)
  const object = await hubForm(entry, type.hub)
  const path = type.hub.behaviour.scale?.replicas ?? []
  // A custom object must specify its size; built-in ones have a default.
  if (type.custom && at(object, ...path) === undefined)
    throw internalError(`the spec replicas field ".${path.join('.')}" does not exist`)
  return virtualResponse(context, scaleOf(type, object), 200)
}

/** PUT of a Scale: changes the object's replicas only. */
export async function putScale(asked: RequestScope): Promise<Response> {
  const { context, type } = asked
  const { object, scope } = await readVirtual(asked, [scaleKind()], 'UpdateOptions')
  const { name, namespace } = context.info
  checkPlace(object, name, namespace)
  const next = (scale: ApiObject): ApiObject => ofSame(scale, object, type.group, type.resource)
  return writeScale(scope, next, 'update')
}

/** PATCH of a Scale, in any of the patch formats. */
export async function patchScale(asked: RequestScope): Promise<Response> {
  const { server, context, type } = asked
  negotiate(context.request.headers.get('accept'), METADATA_OFFER)
  const kind = patchKindOf(context, type)
  const scope = writeScope(asked, 'PatchOptions', kind === 'apply')
  const content = await readContent(context)
  if (kind === 'apply') {
    const body = decodeBody(content, 'yaml', 'patch')
    // An object that does not exist is reported first.
    const intent = (): ApiObject => {
      configurationOf(body, SCALE, server.catalogue)
      return typedVirtual(scope, [scaleKind()], body, { partial: true }).object
    }
    return writeScale(scope, intent, 'apply')
  }
  const { body, change } = readPatch(server.release, kind, content, scaleKind().schema)
  if (body) context.audit?.requestObject(body.value)
  return writeScale(
    scope,
    (scale) => {
      const object = readPatched(scope, scale, change, scaleLeftBy(kind), body)
      checkIdentity(object, scale, scope.context.info.namespace)
      return ofSame(scale, object, type.group, `${type.resource}/scale`)
    },
    'update',
  )
}

const scaleLeftBy = (kindOfPatch: PatchKind): PatchedKind => ({
  ...SCALE,
  apiVersion: 'autoscaling/v1',
  custom: false,
  kindOfPatch,
  schema: scaleKind().schema,
  read: (object) => {
    const { schema } = scaleKind()
    if (!schema) return { value: object, unknown: [], errors: [] }
    const { value, unknown, errors } = readTyped({ ...object, metadata: object.metadata ?? {} }, schema)
    return { value: value as ApiObject, unknown, errors }
  },
})

/** A uid in the request must match the object's. */
function ofSame(before: ApiObject, object: ApiObject, group: string, resource: string): ApiObject {
  const [asked, uid] = [object.metadata.uid, before.metadata.uid ?? '']
  if (!asked || asked === uid) return object
  const why = `Precondition failed: UID in precondition: ${asked}, UID in object meta: ${uid}`
  throw conflictError({ group, resource }, before.metadata.name ?? '', why)
}

async function writeScale(
  scope: WriteScope,
  next: (scale: ApiObject) => ApiObject,
  how: 'update' | 'apply',
): Promise<Response> {
  const { server, context, type, options } = scope
  const { name } = context.info
  const plain = writeCall(scope, { name, subresource: 'scale', dryRun: options.dryRun, kind: SCALE })
  const recorded = behaves('scale-ownership', server.release)
  const { object } = await updateObject(server.store, aboutScale(plain, type), {
    next: async (live) => {
      const before = scaleOf(type, await type.toHub(live as ApiObject))
      const desired = next(clone(before))
      const scale =
        how === 'apply' && !recorded ? await appliedUnrecorded(scope, scaleKind(), before, desired) : desired
      const replicas = wantedReplicas(scale, name, type.custom, server.release)
      const version = desired.metadata.resourceVersion
      if (how === 'apply' && recorded) {
        const intent = scaledIntent(type, live as ApiObject, replicas, version)
        return appliedOwnership(scope, live, intent)
      }
      const draft = withReplicas(type, live as ApiObject, replicas)
      draft.metadata = { ...draft.metadata, ...(version ? { resourceVersion: version } : {}) }
      if (!version) delete draft.metadata.resourceVersion
      return recorded ? tracked(scope, live, draft) : draft
    },
    retry: true,
    mayCreate: false,
    isPatch: true,
  })
  return virtualResponse(context, scaleOf(type, await type.toHub(object)), 200)
}

/** Admission sees the Scale, not its parent; its changes to the replicas are copied back. */
function aboutScale(call: WriteCall, type: ServedType): WriteCall {
  return {
    ...call,
    mutate: async (object, old) => {
      const scale = scaleOf(type, object)
      const before = at(scale, 'spec', 'replicas')
      await call.mutate(scale, old && scaleOf(type, old))
      const after = at(scale, 'spec', 'replicas')
      if (after !== before) setAt(object, type.hub.behaviour.scale?.replicas ?? [], after ?? 0)
    },
    validate: (object, old) => call.validate(scaleOf(type, object), old && scaleOf(type, old)),
  }
}
