import type { Attributes } from '../authorization/authorizer'
import type { AuditScope } from '../audit/audit'
import type { BinaryCodec } from '../api/binary/codec'
import type { UserInfo } from '../machinery/user'
import type { ObjectMeta } from '../machinery/object'
import { ANONYMOUS } from '../machinery/user'
import type { Connection } from '../transport/connection'
import { type RequestTarget, targetOf } from '../machinery/request-target'
import { countValues, isObject, MANY_VALUES } from '../machinery/json'
import { nextTurn } from '../machinery/turn'
import { Deadline } from './deadline'
import { type RequestInfo, requestInfoOf } from './request-info'
import type { Tracer } from './observation/tracer'
import { Warnings } from './wire/warnings'

// Stored parts don't change, and versions of an object share those that a write left alone: each is measured once.
const sizes = new WeakMap<object, number>()

function sizeOf(part: unknown): number {
  if (typeof part !== 'object' || part === null) return 1
  const known = sizes.get(part)
  if (known !== undefined) return known
  const size = countValues(part)
  sizes.set(part, size)
  return size
}

/** Whether the parts of an object hold so many values that traversals are slow. managedFields are shared, not traversed. */
function isLarge(object: Readonly<Record<string, unknown>>): boolean {
  let size = 0
  for (const name in object) {
    const part = object[name]
    size += name === 'metadata' && isObject(part) ? countValues({ ...part, managedFields: null }) : sizeOf(part)
  }
  return size > MANY_VALUES
}

/** One request as it passes through the chain. Filters fill in what they find out; handlers read it. */
export class RequestContext {
  readonly target: RequestTarget
  info: RequestInfo
  /** The user that the request acts for; after impersonation, the impersonated user. */
  user: UserInfo = ANONYMOUS
  /** The user that sent the request, if it impersonates another. */
  impersonator: UserInfo | undefined
  readonly warnings = new Warnings()
  /** The body had fields that its type does not have. */
  unrecognized = false
  /** The body, or the object that it changes, is so large that each step takes noticeable time. */
  large = false
  audit: AuditScope | undefined
  /** Annotations from before the audit record is opened. */
  readonly early: (readonly [key: string, value: string])[] = []
  /** The deadline of the request. */
  readonly deadline = new Deadline()
  /** Set if the request uses the binary form. */
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

  /** Yields to other requests between two steps if this request's body is large. */
  breathe(): Promise<void> | undefined {
    return this.large ? nextTurn() : undefined
  }

  /** Like `breathe`, but also yields if `object`, which the request reads, is large. */
  breatheOver(object: object): Promise<void> | undefined {
    this.large ||= isLarge(object as Readonly<Record<string, unknown>>)
    return this.breathe()
  }

  get query(): URLSearchParams {
    return this.target.query
  }
  /** Aborts when the client disconnects. */
  get signal(): AbortSignal {
    return this.request.signal
  }
  /** Aborts when the client disconnects or the deadline passes: for work done only for this request. */
  get workSignal(): AbortSignal {
    return AbortSignal.any([this.request.signal, this.deadline.signal])
  }
}

/** The same request, as if its path named this object. */
export const aboutObject = (context: RequestContext, { name = '', namespace = '' }: ObjectMeta): RequestContext =>
  Object.assign(Object.create(context) as RequestContext, { info: { ...context.info, name, namespace } })

/** Answers a request; rejects with an error that `errors.ts` turns into a Status. */
export type Handler = (context: RequestContext) => Promise<Response>
/** Wraps a handler: acts before it, after it, or answers in its place. */
export type Filter = (next: Handler) => Handler

/** The attributes of a request as authorizers see them. */
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
