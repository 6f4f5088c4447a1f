import type { Auditor } from '../../audit/audit'
import type { Filter } from '../context'

/** Opens the audit record of the request and closes it with the answer. */
export const withAudit =
  (auditor: Auditor): Filter =>
  (next) =>
  async (context) => {
    const start = context.tracer.now()
    const record = auditor.begin({
      id: context.id,
      request: context.request,
      url: context.url,
      remote: context.connection.remote,
      user: context.user,
      info: context.info,
    })
    context.audit = record
    context.tracer.step('audit', start, { reason: () => `level ${record?.level ?? 'None'}` })
    const response = await next(context)
    record?.finish(response)
    return response
  }
