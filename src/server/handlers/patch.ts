import type { ApiObject } from '../../machinery/object'
import { updateObject } from '../../registry/write'
import { authorizeCreation } from '../authorize'
import { decodeBody, readContent, type SentBody } from '../wire/body'
import { type RequestScope, type WriteScope, writeScope } from './request-scope'
import { defaulted, typedOf } from './decode'
import { trackedWrite } from './ownership'
import { objectResponse, representationOf } from './read'
import { writeCall } from './write-call'
import { type PatchKind, patchKindOf, readPatch } from './patch-document'
import { checkIdentity, readPatched } from './patched-object'
import { applyStep } from './apply'

/** PATCH of an object, or of a subresource that is a part of it. */
export async function patchObject(asked: RequestScope): Promise<Response> {
  const { server, context, type } = asked
  representationOf(asked)
  const kind = patchKindOf(context, type)
  const scope = writeScope(asked, 'PatchOptions', kind === 'apply')
  const content = await readContent(context)
  const { name, subresource } = context.info
  const call = writeCall(scope, { name, subresource, dryRun: scope.options.dryRun })
  const next =
    kind === 'apply'
      ? await applyStep(scope, decodeBody(content, 'yaml', 'patch'))
      : patchStep(scope, { kind, content })
  const { object, created } = await updateObject(server.store, call, {
    next,
    retry: true,
    mayCreate: kind === 'apply' && subresource === '',
    onCreate: async () => authorizeCreation(server, context),
    isPatch: true,
  })
  return objectResponse(scope, object, created ? 201 : 200)
}

function patchStep(scope: WriteScope, { kind, content }: { kind: Exclude<PatchKind, 'apply'>; content: SentBody }) {
  const { server, context, type } = scope
  const { body, change } = readPatch(server.release, kind, content, type.schema)
  if (body) context.audit?.requestObject(body.value)
  return async (live: ApiObject | undefined): Promise<ApiObject> => {
    const start = context.tracer.now()
    const as = { ...type, kindOfPatch: kind, read: (left: ApiObject) => typedOf(left, type) }
    if (context.large) await context.breathe()
    const left = readPatched(scope, live as ApiObject, change, as, body)
    if (context.large) await context.breathe()
    const object = defaulted(scope, left, live)
    checkIdentity(object.kept, live as ApiObject, scope.context.info.namespace)
    if (context.large) await context.breathe()
    const owned = await trackedWrite(scope, live, object)
    context.tracer.step('apply', start, { verdict: 'changed', reason: 'patched', before: live, after: owned })
    return owned
  }
}
