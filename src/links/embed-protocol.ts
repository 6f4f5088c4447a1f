/**
 * What a host page and an embedded page tell each other by `postMessage`. `docs/embed.md` describes it for authors of host pages, and
 * `public/orchard-embed.d.ts` has the same types for them.
 */

/** Every message has this member, so that messages of others are left alone. */
export const EMBED_MARK = 'orchard-embed'

/** From the host. Each is answered with the same `id`. */
export type HostMessage =
  /** Makes the plane what a scenario starts with: one of a text, an address, or a lesson of the catalogue. */
  | {
      readonly type: 'load'
      readonly id: number
      readonly scenario?: string
      readonly url?: string
      readonly lesson?: string
    }
  /** Sends a request of the API. `as` is a user, and after `+` groups; the administrator without it. */
  | {
      readonly type: 'request'
      readonly id: number
      readonly method: string
      readonly path: string
      readonly body?: unknown
      readonly contentType?: string
      readonly as?: string
    }

/** To the host. */
export type FrameMessage =
  | { readonly type: 'ready' }
  | { readonly type: 'answer'; readonly id: number; readonly value?: unknown; readonly error?: string }
  /** A request was answered, by whomever it was sent. */
  | { readonly type: 'event'; readonly name: 'request'; readonly payload: EmbedRequest }
  | { readonly type: 'event'; readonly name: 'progress'; readonly payload: EmbedProgress }
  | { readonly type: 'height'; readonly height: number }

export interface EmbedRequest {
  readonly method: string
  readonly path: string
  readonly user: string
  readonly status: number
}

export interface EmbedProgress {
  /** The furthest step of the lesson that has been reached, from 0. */
  readonly reached: number
  readonly done: boolean
}

const text = (value: unknown): value is string => typeof value === 'string'
const optional = (value: unknown): boolean => value === undefined || text(value)

/** A host's message; undefined for anything else that a window may be sent. */
export function hostMessage(data: unknown): HostMessage | undefined {
  if (typeof data !== 'object' || data === null || (data as Record<string, unknown>)['mark'] !== EMBED_MARK)
    return undefined
  const message = data as Record<string, unknown>
  if (!Number.isSafeInteger(message['id'])) return undefined
  const { type } = message
  if (type === 'load')
    return ['scenario', 'url', 'lesson'].every((name) => optional(message[name])) ? (message as HostMessage) : undefined
  if (type !== 'request' || !text(message['method']) || !text(message['path'])) return undefined
  return optional(message['as']) && optional(message['contentType']) ? (message as HostMessage) : undefined
}
