import { isObject, type Json, type JsonObject } from '../../machinery/json'
import { applyJsonPatch } from '../../machinery/json-patch'
import { parseJson } from '../../machinery/json-text'
import { jsonTypeOf } from '../../machinery/json-type'
import { applyMergePatch } from '../../machinery/merge-patch'
import type { ApiObject } from '../../machinery/object'
import { PatchError } from '../../machinery/patch-error'
import type { MergeSchema } from '../../machinery/strategic-directives'
import { applyStrategicMergePatch } from '../../machinery/strategic-merge-patch'
import { CommandError } from '../core/errors'
import { typedForm } from '../print/typed'

/**
 * A pod with the overrides of the command line, decoded into its type again. `schema` returns the merge rules of lists; only strategic
 * merges use it.
 * @throws CommandError for an invalid patch, and for a result that is not a pod
 */
export async function overridden(
  pod: JsonObject,
  text: string,
  way: string,
  schema: () => Promise<MergeSchema | undefined>,
): Promise<JsonObject> {
  switch (way) {
    case 'merge':
      return readAsPod(applyMergePatch(pod, patchOf(text)), pod)
    case 'json':
      return readAsPod(operated(pod, patchOf(text)), pod)
    case 'strategic': {
      const merging = await schema()
      return readAsPod(
        patched(() => applyStrategicMergePatch(pod, patchOf(text), merging)),
        pod,
      )
    }
    default:
      throw new CommandError(`invalid override type: ${way}`)
  }
}

/** @throws CommandError for invalid JSON; a value that is neither an object nor a list changes nothing */
function patchOf(text: string): Json {
  try {
    const patch = parseJson(text) as Json
    if (typeof patch === 'object' && patch !== null) return patch
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
  }
  throw new CommandError('Invalid JSON Patch')
}

function patched(work: () => Json): Json {
  try {
    return work()
  } catch (error) {
    throw error instanceof PatchError ? new CommandError(error.message) : error
  }
}

function operated(pod: JsonObject, patch: Json): Json {
  if (!Array.isArray(patch))
    throw new CommandError(`json: cannot unmarshal ${jsonTypeOf(patch)} into Go value of type jsonpatch.Patch`)
  try {
    return applyJsonPatch(pod, patch)
  } catch (error) {
    if (!(error instanceof PatchError)) throw error
    const operation = patch[error.operation ?? 0]
    const { op, path } = isObject(operation) ? operation : {}
    if (op === 'remove' && typeof path === 'string' && error.kind === 'missing-path')
      throw new CommandError(
        `error in remove for path: '${path}': Unable to remove nonexistent key: ${path.split('/').at(-1) ?? ''}: missing value`,
      )
    throw new CommandError(error.message)
  }
}

const PARTS = { metadata: 'ObjectMeta', spec: 'PodSpec', status: 'PodStatus' }

/** @throws CommandError for a value that is no longer a pod */
function readAsPod(value: Json, { apiVersion, kind }: JsonObject): JsonObject {
  if (!isObject(value))
    throw new CommandError(
      `couldn't get version/kind; json parse error: json: cannot unmarshal ${jsonTypeOf(value)} into Go value of type struct { APIVersion string "json:\\"apiVersion,omitempty\\""; Kind string "json:\\"kind,omitempty\\"" }`,
    )
  if (value.kind !== kind || value.apiVersion !== apiVersion)
    throw new CommandError(
      `no kind ${JSON.stringify(value.kind)} is registered for version ${JSON.stringify(value.apiVersion)} in scheme "pkg/scheme/scheme.go:28"`,
    )
  for (const [part, type] of Object.entries(PARTS)) {
    const held = value[part]
    if (held !== undefined && held !== null && !isObject(held))
      throw new CommandError(
        `json: cannot unmarshal ${jsonTypeOf(held)} into Go struct field Pod.${part} of type v1.${type}`,
      )
  }
  return typedForm(value as unknown as ApiObject) as unknown as JsonObject
}
