import { decodeYaml } from '../../machinery/decode-yaml'
import type { Auditor, AuditRecord, ResponseStatus } from '../../audit/audit'
import { internalError } from '../../machinery/api-error'
import { isObject } from '../../machinery/json'
import { parseJson } from '../../machinery/json-text'
import { wireStatusOf } from '../../machinery/wire-status'
import type { UserInfo } from '../../machinery/user'
import { messageOf } from '../../machinery/message-of'
import type { Filter, Handler, RequestContext } from '../context'
import { apiErrorOf } from '../errors'
import { isLongRunning } from '../long-running'

function begin(auditor: Auditor, context: RequestContext, user: UserInfo): AuditRecord | undefined {
  const record = auditor.begin({
    id: context.id,
    request: context.request,
    target: context.target.raw,
    remote: context.connection.remote,
    user,
    info: context.info,
  })
  for (const [key, value] of context.early) record?.annotate(key, value)
  return record
}

/** Opens the request's audit record and closes it with the answer, or with the end of its stream. */
export const withAudit =
  (auditor: Auditor): Filter =>
  (next) =>
  (context) => {
    const start = context.tracer.now()
    const record = begin(auditor, context, context.user)
    context.audit = record
    context.tracer.step('audit', start, { reason: () => `level ${record?.level ?? 'None'}` })
    if (!record) return next(context)
    if (!record.stored) throw internalError('failed to store audit event')
    return recorded(context, record, next)
  }

async function recorded(context: RequestContext, record: AuditRecord, next: Handler): Promise<Response> {
  let response: Response
  try {
    response = await next(context)
  } catch (error) {
    if (context.signal.aborted) record.finish({ ...CLIENT_LEFT })
    else record.panic(messageOf(error))
    throw error
  }
  if (isLongRunning(context)) return recordStream(response, record)
  record.finish(await statusOf(context, response, record))
  return response
}

const NOBODY: UserInfo = { name: '', groups: [] }

/** Records requests that end before their user is known. */
export const withRefusedAudit =
  (auditor: Auditor, release: number): Filter =>
  (next) =>
  async (context) => {
    try {
      return await next(context)
    } catch (error) {
      if (!context.audit && !context.signal.aborted) {
        const { code, reason, message } = apiErrorOf(error, release, () => undefined)
        begin(auditor, context, NOBODY)?.finish({ code, status: 'Failure', reason, message })
      }
      throw error
    }
  }

// Nobody receives this answer, and HTTP has no code for it; proxies write 499 to their logs.
const CLIENT_LEFT: ResponseStatus = { code: 499, status: 'Failure', message: 'the client went away' }
const FIRST_ERROR = 400

/** Reads the answer's Status if the audit record needs it: the whole body at the highest level, else only the reason of a failure. */
async function statusOf(context: RequestContext, response: Response, record: AuditRecord): Promise<ResponseStatus> {
  const code = wireStatusOf(response)
  const whole = record.level === 'RequestResponse' && context.info.isResourceRequest
  if (!whole && code < FIRST_ERROR) return { code }
  const body = await bodyOf(context, response.clone())
  if (!isObject(body)) return { code }
  if (whole) record.responseObject(body)
  if (body.kind !== 'Status') return { code }
  const { status, reason, message, details } = body
  return {
    code,
    ...(typeof status === 'string' && { status }),
    ...(typeof reason === 'string' && { reason }),
    ...(typeof message === 'string' && { message }),
    ...(details !== undefined && { details }),
  }
}

async function bodyOf({ binary }: RequestContext, response: Response): Promise<unknown> {
  const type = response.headers.get('content-type') ?? ''
  if (type.startsWith('application/json')) return parseJson(await response.text())
  if (type.startsWith('application/yaml')) return decodeYaml(await response.text()).value
  if (!type.startsWith('application/vnd.orch.protobuf')) return undefined
  return binary?.decode(new Uint8Array(await response.arrayBuffer()))
}

function recordStream(response: Response, record: AuditRecord): Response {
  const status = { code: response.status }
  record.started(status)
  const end = () => record.finish(status)
  if (!response.body) {
    end()
    return response
  }
  const reader = response.body.getReader()
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
    async pull(controller) {
      try {
        const { done, value } = await reader.read()
        if (!done) return controller.enqueue(value)
        end()
        controller.close()
      } catch (error) {
        end()
        controller.error(error)
      }
    },
    async cancel(reason) {
      end()
      await reader.cancel(reason)
    },
  })
  return new Response(body, response)
}
