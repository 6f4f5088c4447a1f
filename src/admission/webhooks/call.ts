import type { Clock } from '../../machinery/clock'
import type { Outside } from '../../machinery/egress'
import type { ObjectReader } from '../../machinery/reader'
import { callWebhook, WEBHOOK_POLICIES } from '../../machinery/webhook-client'
import { DEFAULT_PORT, targetOfClientConfig, type WebhookClientConfig } from '../../machinery/webhook-target'
import { messageOf } from '../../machinery/message-of'
import type { CredentialsFor } from './credentials'

/** A webhook that gave no answer that can be used; the failure policy decides what that means. */
export class CallFailed extends Error {
  override readonly name = 'CallFailed'
  constructor(webhook: string, why: string) {
    super(`failed calling webhook "${webhook}": ${why}`)
  }
}

export interface CallerParts {
  readonly outside: Outside
  readonly clock: Clock
  readonly reader: ObjectReader
  readonly credentials: CredentialsFor
}

/** Where a webhook is said to be: a service goes by its name in the cluster. */
function askedAddress({ url, service: { name = '', namespace = '', path = '' } = {} }: WebhookClientConfig): URL {
  if (url !== undefined) return new URL(url)
  const asked = new URL(`https://${name}.${namespace}.svc`)
  asked.pathname = path
  return asked
}

/** A service's address always names its port. */
function shownAddress({ href, origin }: URL, { url, service }: WebhookClientConfig): string {
  return url === undefined ? `${origin}:${service?.port ?? DEFAULT_PORT}${href.slice(origin.length)}` : href
}

/**
 * Posts a question to a webhook, with its time limit in the address, and returns the JSON of its answer. Rejects with an error that
 * says what went wrong.
 */
export async function post(
  parts: CallerParts,
  config: WebhookClientConfig,
  body: unknown,
  timeoutMs: number,
  signal: AbortSignal,
): Promise<unknown> {
  const asked = askedAddress(config)
  asked.searchParams.set('timeout', `${Math.ceil(timeoutMs / 1000)}s`)
  try {
    const target = targetOfClientConfig(config, parts.reader, parts.credentials)
    target.url.search = asked.search
    return await callWebhook(parts, { target, body, policy: { ...WEBHOOK_POLICIES.admission, timeoutMs }, signal })
  } catch (error) {
    const why = messageOf(error)
    throw new Error(`Post "${shownAddress(asked, config)}": ${why}`, { cause: error })
  }
}
