import type { ClientCredentials } from './client-config'
import type { Clock } from './clock'
import type { Outside } from './egress'
import { messageOf } from './message-of'
import type { ObjectReader } from './reader'
import { BadAnswer, callWebhook, type WebhookCall } from './webhook-client'
import { DEFAULT_PORT, targetOfClientConfig, type WebhookClientConfig } from './webhook-target'

/** What calling a webhook configured by an object requires. */
export interface ObjectWebhookWorld {
  readonly outside: Outside
  readonly clock: Clock
  readonly reader: Pick<ObjectReader, 'get'>
  /** Credentials to present, by host and port; none by default. */
  readonly credentials?: (hostAndPort: string) => ClientCredentials
}

/** URL of a webhook with the call's time limit; a service is addressed by its cluster DNS name. */
function askedAddress(
  { url, service: { name = '', namespace = '', path = '' } = {} }: WebhookClientConfig,
  ms: number,
): URL {
  const asked = new URL(url ?? `https://${name}.${namespace}.svc`)
  if (url === undefined) asked.pathname = path
  asked.searchParams.set('timeout', `${Math.ceil(ms / 1000)}s`)
  return asked
}

/** The URL as shown in messages: a service's address always includes its port. */
function shownAddress({ href, origin }: URL, { url, service }: WebhookClientConfig): string {
  return url === undefined ? `${origin}:${service?.port ?? DEFAULT_PORT}${href.slice(origin.length)}` : href
}

/**
 * Posts a review to an object's webhook, with the time limit in the URL, and returns the JSON response.
 * @throws BadAnswer for an unusable response, Error naming the URL if there is none, and the signal's reason unchanged
 */
export async function callObjectWebhook(
  world: ObjectWebhookWorld,
  config: WebhookClientConfig,
  call: Omit<WebhookCall, 'target'>,
): Promise<unknown> {
  const asked = askedAddress(config, call.policy.timeoutMs)
  try {
    const target = targetOfClientConfig(config, world.reader, world.credentials)
    target.url.search = asked.search
    return await callWebhook(world, { ...call, target })
  } catch (error) {
    if (error instanceof BadAnswer || call.signal?.aborted) throw error
    throw new Error(`Post "${shownAddress(asked, config)}": ${messageOf(error)}`, { cause: error })
  }
}
