import { encodeClientConfig } from '../../../machinery/client-config'
import { withFlag } from '../../state/argv'
import { authorizersOf, withAuthorizers } from '../../state/authorizers'
import { toDataUrl } from '../../state/data-url'

/** The webhook's position among the authorizers. */
export type WebhookPlace = 'first' | 'last'

const PREFIX = 'authorization-webhook-'

/** The flags with the webhook as an authorizer. Caching is off, so that an edited function takes effect at once. */
export function withWebhook(argv: readonly string[], url: string, place: WebhookPlace): string[] {
  const config = encodeClientConfig({
    currentContext: 'callback',
    clusters: new Map([['callback', { server: url }]]),
    users: new Map(),
    contexts: new Map([['callback', { cluster: 'callback' }]]),
  })
  const others = authorizersOf(argv).modes.filter((mode) => !['AlwaysAllow', 'AlwaysDeny', 'Webhook'].includes(mode))
  const modes = place === 'first' ? ['Webhook', ...others] : [...others, 'Webhook']
  const flags: readonly (readonly [string, string])[] = [
    [`${PREFIX}config-file`, toDataUrl(config, '')],
    [`${PREFIX}version`, 'v1'],
    [`${PREFIX}cache-authorized-ttl`, '0s'],
    [`${PREFIX}cache-unauthorized-ttl`, '0s'],
  ]
  return flags.reduce((words, [name, value]) => withFlag(words, name, value), withAuthorizers(argv, modes))
}

/** The flags without the webhook. */
export function withoutWebhook(argv: readonly string[]): string[] {
  const modes = authorizersOf(argv).modes.filter((mode) => mode !== 'Webhook')
  const kept: string[] = []
  for (let i = 0; i < argv.length; i++) {
    const arg = argv[i] ?? ''
    if (!arg.startsWith(`--${PREFIX}`)) kept.push(arg)
    else if (!arg.includes('=') && argv[i + 1]?.startsWith('--') === false) i++
  }
  return withAuthorizers(kept, modes.length > 0 ? modes : ['Node', 'RBAC'])
}
