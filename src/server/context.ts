import type { Attributes } from '../authorization/authorizer'
import type { AuditScope } from '../audit/audit'
import type { UserInfo } from '../machinery/user'
import { ANONYMOUS } from '../machinery/user'
import type { Connection } from '../transport/connection'
import { type RequestInfo, requestInfoOf } from './request-info'
import type { Tracer } from './tracer'
import { Warnings } from './warnings'

/** One request on its way through the chain. Filters fill in what they find out; handlers read it. */
export class RequestContext {
  readonly url: URL
  info: RequestInfo
  /** Whom the request acts for; after impersonation, the impersonated user. */
  user: UserInfo = ANONYMOUS
  /** Who really sent it, when it impersonates. */
  impersonator: UserInfo | undefined
  readonly warnings = new Warnings()
  /** The body had fields that its type does not know. */
  unrecognized = false
  audit: AuditScope | undefined

  constructor(
    readonly id: string,
    readonly request: Request,
    readonly connection: Connection,
    readonly tracer: Tracer,
  ) {
    this.url = new URL(request.url)
    this.info = requestInfoOf(request.method, this.url)
  }

  get query(): URLSearchParams {
    return this.url.searchParams
  }
  get signal(): AbortSignal {
    return this.request.signal
  }
}

export type Handler = (context: RequestContext) => Promise<Response>
export type Filter = (next: Handler) => Handler

export function attributesOf(context: RequestContext): Attributes {
  const { info } = context
  const fieldSelector = context.query.get('fieldSelector')
  return {
    user: context.user,
    verb: info.verb,
    isResourceRequest: info.isResourceRequest,
    apiGroup: info.apiGroup,
    apiVersion: info.apiVersion,
    resource: info.resource,
    subresource: info.subresource,
    namespace: info.namespace,
    name: info.name,
    path: info.path,
    ...(fieldSelector && { fieldSelector }),
  }
}
