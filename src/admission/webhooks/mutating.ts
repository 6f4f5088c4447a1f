import { behaves } from '../../api/releases/ledger'
import { internalError } from '../../machinery/api-error'
import { applyJsonPatch } from '../../machinery/json-patch'
import { equal, type Json } from '../../machinery/json'
import type { ApiObject } from '../../machinery/object'
import { PatchError } from '../../machinery/patch-error'
import type { PluginConfiguration } from '../configuration'
import type { AdmissionEnvironment, AdmissionPlugin, AdmissionRequest, AdmitStep } from '../plugin'
import { replaceContent } from '../shared/replace-content'
import { Rounds } from '../shared/rounds'
import { parseJson, writeJson } from '../../machinery/json-text'
import { messageOf } from '../../machinery/message-of'
import { ask, type Parts } from './ask'
import { CallFailed } from './call-failed'
import { readCredentials } from './credentials'
import { meetsConditions } from './conditions'
import { type Invocation, invocationOf, isExempt } from './matching'
import { type Webhook, webhooksOf, MUTATING } from './registration'
import type { Verdict } from './review'

/** Calls matching webhooks one after another; each may change the object. */
export async function mutatingWebhooks(
  environment: AdmissionEnvironment,
  configuration?: PluginConfiguration,
): Promise<AdmissionPlugin> {
  const parts: Parts = { ...environment, credentials: await readCredentials(configuration) }
  const { reader } = environment
  const requests = new WeakMap<AdmissionRequest, Rounds>()
  return {
    name: 'MutatingAdmissionWebhook',
    operations: ['CREATE', 'UPDATE', 'DELETE', 'CONNECT'],
    admit(request, step) {
      const webhooks = webhooksOf(reader, MUTATING)
      if (webhooks.length === 0 || isExempt(request)) return undefined
      const rounds = requests.get(request) ?? new Rounds()
      requests.set(request, rounds)
      return callAll(webhooks, request, step, rounds)
    },
  }

  async function callAll(
    webhooks: readonly Webhook[],
    request: AdmissionRequest,
    step: AdmitStep,
    rounds: Rounds,
  ): Promise<void> {
    const { reinvocation } = step
    rounds.begin(request, step)
    for (const [order, webhook] of webhooks.entries()) {
      const invocation = invocationOf(webhook, request, reader)
      if (!invocation || !rounds.asks(webhook.id, step)) continue
      if (!(await meetsConditions(environment, webhook, request, invocation))) continue
      const changed = await callOne(parts, webhook, request, invocation, reinvocation ? 1 : 0, order)
      if (changed) rounds.changed(step)
      if (webhook.reinvoked) rounds.waits(webhook.id)
    }
    rounds.end(request)
  }
}

async function callOne(
  parts: Parts,
  webhook: Webhook,
  request: AdmissionRequest,
  invocation: Invocation,
  round: number,
  order: number,
): Promise<boolean> {
  const { configuration, name } = webhook
  const position = `round_${round}_index_${order}`
  let changed = false
  try {
    const outcome = await ask(parts, webhook, request, invocation, 'admit', (verdict) =>
      applyPatch(webhook, request, invocation, verdict, behaves('json-patch-root', parts.release)),
    )
    if (outcome.failedOpen) {
      if (behaves('fail-open-annotations', parts.release))
        request.annotate(`failed-open.mutation.webhook.admission.orch.io/${position}`, name)
    } else if (outcome.value) {
      const { patch, patchType } = outcome.value
      changed = outcome.value.changed
      const applied = { configuration, webhook: name, patch, patchType }
      request.annotate(`patch.webhook.admission.orch.io/${position}`, writeJson(applied), 'Request')
    }
    return changed
  } finally {
    const told = { configuration, webhook: name, mutated: changed }
    request.annotate(`mutation.webhook.admission.orch.io/${position}`, writeJson(told))
  }
}

interface Applied {
  readonly changed: boolean
  readonly patch: Json
  readonly patchType: string
}

/** Applies a webhook's patch to the request's object; undefined if there is none. Throws internal errors. */
async function applyPatch(
  { name }: Webhook,
  request: AdmissionRequest,
  { kind }: Invocation,
  { patch: text, patchType }: Verdict,
  root: boolean,
): Promise<Applied | undefined> {
  if (text === '') return undefined
  const patch = parsePatch(text)
  if (patch.length === 0) return undefined
  const { object, versions } = request
  if (!object)
    throw internalError(
      `admission webhook "${name}" attempted to modify the object, which is not supported for this operation`,
    )
  if (patchType !== 'JSONPatch') throw new CallFailed(name, `unsupported patch type "${patchType}"`)
  const before = versions ? await versions.encode(object, kind) : object
  const next = await patched(before, patch, root, (value) =>
    versions ? versions.decode(value, kind, before) : Promise.resolve(value as ApiObject),
  )
  const changed = !equal(object, next)
  if (changed) replaceContent(object, next)
  return { changed, patch, patchType }
}

function parsePatch(text: string): Json[] {
  let patch: unknown
  try {
    patch = parseJson(text)
  } catch (error) {
    throw internalError(`the patch is not JSON: ${messageOf(error)}`)
  }
  if (patch === null) return []
  if (!Array.isArray(patch)) throw internalError('the patch is not a list of operations')
  return patch as Json[]
}

async function patched(
  before: ApiObject,
  patch: Json,
  root: boolean,
  read: (value: unknown) => Promise<ApiObject>,
): Promise<ApiObject> {
  let value: Json
  try {
    value = applyJsonPatch(before as unknown as Json, patch, { operations: Infinity, root })
  } catch (error) {
    if (error instanceof PatchError) throw internalError(error.message)
    throw error
  }
  try {
    return await read(value)
  } catch (error) {
    throw internalError(messageOf(error))
  }
}
