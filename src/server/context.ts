import type { Attributes } from '../authorization/authorizer'
import type { AuditScope } from '../audit/audit'
import type { BinaryCodec } from '../api/binary/codec'
import type { UserInfo } from '../machinery/user'
import type { ObjectMeta } from '../machinery/object'
import { ANONYMOUS } from '../machinery/user'
import type { Connection } from '../transport/connection'
import { type RequestTarget, targetOf } from '../machinery/request-target'
import { holdsMany } from '../machinery/json'
import { nextTurn } from '../machinery/turn'
import { Deadline } from './deadline'
import { type RequestInfo, requestInfoOf } from './request-info'
import type { Tracer } from './observation/tracer'
import { Warnings } from './wire/warnings'

const AT_ONCE = Promise.resolve()

/** One request on its way through the chain. Filters fill in what they find out; handlers read it. */
export class RequestContext {
  readonly target: RequestTarget
  info: RequestInfo
  /** Whom the request acts for; after impersonation, the impersonated user. */
  user: UserInfo = ANONYMOUS
  /** Who really sent it, when it impersonates. */
  impersonator: UserInfo | undefined
  readonly warnings = new Warnings()
  /** The body had fields that its type does not know. */
  unrecognized = false
  /** The body, or what it changes, is so large that each step of the request takes its time. */
  large = false
  audit: AuditScope | undefined
  /** The end of the request's time. */
  readonly deadline = new Deadline()
  /** There when the request speaks of the binary form. */
  binary: BinaryCodec | undefined

  constructor(
    readonly id: string,
    readonly request: Request,
    readonly connection: Connection,
    readonly tracer: Tracer,
  ) {
    this.target = targetOf(request)
    this.info = requestInfoOf(request.method, this.target)
  }

  /** Lets others have a turn between two steps of a request whose body is large. */
  breathe(): Promise<void> {
    return this.large ? nextTurn() : AT_ONCE
  }

  /** The same, where an object that the request reads is large. */
  breatheOver(object: unknown): Promise<void> {
    this.large ||= holdsMany(object)
    return this.breathe()
  }

  get query(): URLSearchParams {
    return this.target.query
  }
  /** Aborts when the client leaves. */
  get signal(): AbortSignal {
    return this.request.signal
  }
  /** Aborts when the client leaves or its time is over: for work that is done for this request alone. */
  get workSignal(): AbortSignal {
    return AbortSignal.any([this.request.signal, this.deadline.signal])
  }
}

/** The same request as if its path named this object. */
export const aboutObject = (context: RequestContext, { name = '', namespace = '' }: ObjectMeta): RequestContext =>
  Object.assign(Object.create(context) as RequestContext, { info: { ...context.info, name, namespace } })

export type Handler = (context: RequestContext) => Promise<Response>
export type Filter = (next: Handler) => Handler

export function attributesOf(context: RequestContext): Attributes {
  const { info } = context
  const fieldSelector = context.query.get('fieldSelector')
  const labelSelector = context.query.get('labelSelector')
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
    ...(labelSelector && { labelSelector }),
  }
}
