import { behaves } from '../../api/releases/ledger'
import type { ServedType } from '../../registry/resource-type'
import { createObject, updateObject } from '../../registry/write'
import { type Body, decodeBody, encodingOfBody, readContent } from '../wire/body'
import { authorizeCreation } from '../authorize'
import { type RequestScope, writeScope } from './request-scope'
import { checkNamespace, checkPlace, completed, decodeObject, defaulted } from './decode'
import { dropRepeatedOwners } from './owner-references'
import { trackedWrite } from './ownership'
import { encodingsOf, objectResponse, representationOf } from './read'
import { ownerRules, writeCall } from './write-call'

/** For built-in types null is an empty object, because the path gives its kind. */
const withoutNull = (body: Body, { custom }: ServedType): Body => (custom ? body : { ...body, value: body.value ?? {} })

/** POST to a collection. */
export async function postObject(asked: RequestScope): Promise<Response> {
  const { server, context, type } = asked
  representationOf(asked)
  const encoding = encodingOfBody(context, encodingsOf(type))
  const scope = writeScope(asked, 'CreateOptions')
  const body = withoutNull(decodeBody(await readContent(context), encoding, type, context.binary), type)
  if (context.large) await context.breathe()
  const object = defaulted(scope, decodeObject(scope, body))
  const { kept } = object
  context.audit?.requestObject(kept)
  // Earlier releases check after mutating admission.
  if (behaves('namespace-set-before-admission', server.release)) checkNamespace(kept, context.info.namespace)
  dropRepeatedOwners(kept, 'in the request', ownerRules(scope))
  if (context.large) await context.breathe()
  const owned = await trackedWrite(scope, undefined, object)
  const call = writeCall(scope, {
    name: kept.metadata.name ?? '',
    subresource: '',
    dryRun: scope.options.dryRun,
    operation: 'CREATE',
  })
  const { object: created } = await createObject(server.store, call, owned)
  return objectResponse(scope, created, 201)
}

/** PUT of an object, or of a subresource that is a part of it. */
export async function putObject(asked: RequestScope): Promise<Response> {
  const { server, context, type } = asked
  representationOf(asked)
  const encoding = encodingOfBody(context, encodingsOf(type))
  const scope = writeScope(asked, 'UpdateOptions')
  const body = withoutNull(decodeBody(await readContent(context), encoding, type, context.binary), type)
  if (context.large) await context.breathe()
  const object = decodeObject(scope, body)
  context.audit?.requestObject(completed(type, object))
  const { namespace, name, subresource } = context.info
  checkPlace(object, name, namespace)
  dropRepeatedOwners(object, 'in the request', ownerRules(scope))
  const call = writeCall(scope, { name, subresource, dryRun: scope.options.dryRun })
  const { object: written, created } = await updateObject(server.store, call, {
    next: async (live) => {
      if (context.large) await context.breathe()
      return trackedWrite(scope, live, defaulted(scope, object, live))
    },
    retry: true,
    mayCreate: subresource === '' && type.hub.behaviour.createOnUpdate === true,
    onCreate: async () => authorizeCreation(server, context),
    isPatch: false,
  })
  return objectResponse(scope, written, created ? 201 : 200)
}
