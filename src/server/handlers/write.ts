import { behaves } from '../../api/releases/ledger'
import { badRequest } from '../../machinery/api-error'
import { createObject, updateObject } from '../../registry/write'
import type { ServedType } from '../../registry/resource-type'
import { decodeBody, encodingOfBody, readContent } from '../wire/body'
import type { RequestContext } from '../context'
import type { Server } from '../server'
import { authorizeOrThrow } from '../authorize'
import { checkNamespace, completed, decodeObject, validationLevel, withDefaults } from './decode'
import { writeOptions } from './options'
import { dropRepeatedOwners } from './owner-references'
import { tracked } from './ownership'
import { encodingsOf, objectResponse, representationOf } from './read'
import { ownerRules, writeCall } from './write-call'

/** POST to a collection. */
export async function postObject(server: Server, context: RequestContext, type: ServedType): Promise<Response> {
  representationOf(context, type)
  const encoding = encodingOfBody(context, encodingsOf(type))
  const options = writeOptions(context.query, 'CreateOptions', false, server.release)
  const decoded = decodeBody(await readContent(context), encoding, context.binary)
  // Null is an object without members, where the path says what it is an object of.
  const body = type.custom ? decoded : { ...decoded, value: decoded.value ?? {} }
  const level = validationLevel(server, options.fieldValidation)
  await context.breathe()
  const object = withDefaults(context, type, decodeObject(context, type, body, level))
  context.audit?.requestObject(object)
  // Earlier releases check after mutating admission.
  if (behaves('namespace-set-before-admission', server.release))
    checkNamespace(object, context.info.namespace, type.namespaced)
  dropRepeatedOwners(object, 'in the request', ownerRules(server, context))
  await context.breathe()
  const owned = await tracked(server, context, type, undefined, object, options.fieldManager, '')
  const call = writeCall(server, context, type, {
    name: object.metadata.name ?? '',
    subresource: '',
    dryRun: options.dryRun,
    operation: 'CREATE',
  })
  const { object: created } = await createObject(server.store, call, owned)
  return objectResponse(server, context, type, created, 201)
}

/** PUT of an object or of a subresource that is a part of it. */
export async function putObject(
  server: Server,
  context: RequestContext,
  type: ServedType,
  subresource = '',
): Promise<Response> {
  representationOf(context, type)
  const encoding = encodingOfBody(context, encodingsOf(type))
  const options = writeOptions(context.query, 'UpdateOptions', false, server.release)
  const body = decodeBody(await readContent(context), encoding, context.binary)
  await context.breathe()
  const object = decodeObject(context, type, body, validationLevel(server, options.fieldValidation))
  context.audit?.requestObject(completed(type, object))
  const { namespace, name } = context.info
  checkNamespace(object, namespace, type.namespaced)
  if (!object.metadata.name) throw badRequest('the name of the object must be set')
  if (object.metadata.name !== name)
    throw badRequest(`the name of the object (${object.metadata.name}) does not match the name on the URL (${name})`)
  dropRepeatedOwners(object, 'in the request', ownerRules(server, context))
  const call = writeCall(server, context, type, { name, subresource, dryRun: options.dryRun })
  const { object: written, created } = await updateObject(server.store, call, {
    next: async (live) => {
      await context.breathe()
      const whole = withDefaults(context, type, object, live)
      return tracked(server, context, type, live, whole, options.fieldManager, subresource)
    },
    retry: true,
    mayCreate: subresource === '' && type.hub.behaviour.createOnUpdate === true,
    onCreate: () => authorizeOrThrow(server, context, { verb: 'create' }),
    isPatch: false,
  })
  return objectResponse(server, context, type, written, created ? 201 : 200)
}
