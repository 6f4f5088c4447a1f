import type { MutationResult } from '../../api/policies/mutate'
import { internalError } from '../../machinery/api-error'
import { equal, type Json } from '../../machinery/json'
import { applyJsonPatch } from '../../machinery/json-patch'
import type { ApiObject } from '../../machinery/object'
import { PatchError } from '../../machinery/patch-error'
import { messageOf } from '../../machinery/message-of'
import type { AdmissionRequest } from '../plugin'
import { replaceContent } from '../shared/replace-content'
import type { Invocation } from '../webhooks/matching'

/**
 * Applies a mutation to a request's object. Resolves to an error message, or undefined on success.
 * @throws ApiError if a patch produces an object that is not valid for its kind, regardless of the failure policy
 */
export async function mutated(
  { versions }: AdmissionRequest,
  object: ApiObject,
  { kind }: Invocation,
  change: Exclude<MutationResult, { kind: 'problem' }>,
): Promise<string | undefined> {
  const before = versions ? await versions.encode(object, kind) : object
  const read = async (next: unknown): Promise<void> => {
    const hub = versions ? await versions.decode(next, kind, before) : (next as ApiObject)
    if (!equal(object, hub)) replaceContent(object, hub)
  }
  if (change.kind === 'apply') {
    try {
      await read(versions ? versions.overlay(before, change.intent, kind) : { ...before, ...change.intent })
      return undefined
    } catch (error) {
      return `error applying patch: ${messageOf(error)}`
    }
  }
  let patched: Json
  try {
    patched = applyJsonPatch(before as unknown as Json, change.operations, { operations: Infinity })
  } catch (error) {
    if (!(error instanceof PatchError)) throw error
    // A failed test means that the patch does not apply to this object.
    return error.kind === 'test-failed' ? undefined : `JSON Patch: ${error.message}`
  }
  try {
    await read(patched)
    return undefined
  } catch (error) {
    throw internalError(messageOf(error))
  }
}
