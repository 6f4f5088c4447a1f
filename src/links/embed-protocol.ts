/**
 * The `postMessage` protocol between a host page and an embedded page. `docs/embed.md` describes it for authors of host pages, and
 * `public/orchard-embed.d.ts` has the same types for them.
 */

/** A member of every message; messages without it are ignored. */
export const EMBED_MARK = 'orchard-embed'

/** Messages from the host. Each is answered with the same `id`. */
export type HostMessage =
  /** Brings the plane to a scenario's start; the scenario is a text, an address, or a lesson of the catalogue. */
  | {
      readonly type: 'load'
      readonly id: number
      readonly scenario?: string
      readonly url?: string
      readonly lesson?: string
    }
  /** Sends an API request. `as` is a user, optionally followed by `+` and groups; the administrator if absent. */
  | {
      readonly type: 'request'
      readonly id: number
      readonly method: string
      readonly path: string
      readonly body?: unknown
      readonly contentType?: string
      readonly as?: string
    }

/** Messages to the host. */
export type FrameMessage =
  | { readonly type: 'ready' }
  | { readonly type: 'answer'; readonly id: number; readonly value?: unknown; readonly error?: string }
  /** A request, by any sender, was answered. */
  | { readonly type: 'event'; readonly name: 'request'; readonly payload: EmbedRequest }
  | { readonly type: 'event'; readonly name: 'progress'; readonly payload: EmbedProgress }
  | { readonly type: 'height'; readonly height: number }

/** A request as an embedding page sees it. */
export interface EmbedRequest {
  readonly method: string
  readonly path: string
  readonly user: string
  readonly status: number
}

/** How far an embedded lesson has come. */
export interface EmbedProgress {
  /** The furthest step reached in the lesson, from 0. */
  readonly reached: number
  readonly done: boolean
}

const text = (value: unknown): value is string => typeof value === 'string'
const optional = (value: unknown): boolean => value === undefined || text(value)

/** Parses a message from the host; undefined for any other message. */
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
