import type { ClientCredentials } from './client-config'
import type { Clock } from './clock'
import type { Outside } from './egress'
import { messageOf } from './message-of'
import type { ObjectReader } from './reader'
import { BadAnswer, callWebhook, type WebhookCall } from './webhook-client'
import { DEFAULT_PORT, targetOfClientConfig, type WebhookClientConfig } from './webhook-target'

/** What calls of webhooks need that objects of the cluster name. */
export interface ObjectWebhookWorld {
  readonly outside: Outside
  readonly clock: Clock
  readonly reader: Pick<ObjectReader, 'get'>
  /** What to present, by host and port; nothing by default. */
  readonly credentials?: (hostAndPort: string) => ClientCredentials
}

/** Where a webhook is said to be, with the call's time limit: a service goes by its name in the cluster. */
function askedAddress(
  { url, service: { name = '', namespace = '', path = '' } = {} }: WebhookClientConfig,
  ms: number,
): URL {
  const asked = new URL(url ?? `https://${name}.${namespace}.svc`)
  if (url === undefined) asked.pathname = path
  asked.searchParams.set('timeout', `${Math.ceil(ms / 1000)}s`)
  return asked
}

/** A service's address always names its port. */
function shownAddress({ href, origin }: URL, { url, service }: WebhookClientConfig): string {
  return url === undefined ? `${origin}:${service?.port ?? DEFAULT_PORT}${href.slice(origin.length)}` : href
}

/**
 * Posts a question to the webhook that an object names, with the time limit in the address, and returns the JSON of its answer.
 * @throws BadAnswer for an answer of no use; where none came, Error that names the address; the signal's reason as it is
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
