import { describe, expect, it } from 'vitest'
import { parseFlags } from '../../../parse-flags'
import { parseClientConfig, resolveConnection } from '../../../machinery/client-config'
import { flagValue } from '../../state/argv'
import { authorizersOf } from '../../state/authorizers'
import { fromDataUrl } from '../../state/data-url'
import { withoutWebhook, withWebhook } from './webhook-flags'

const URL_ = 'https://access.example/review'

describe('the flags of an authorization webhook', () => {
  it.each([
    [['--authorization-mode=Node,RBAC'], 'last', ['Node', 'RBAC', 'Webhook']],
    [['--authorization-mode', 'RBAC,Webhook'], 'first', ['Webhook', 'RBAC']],
    [[], 'last', ['Node', 'RBAC', 'Webhook']],
  ] as const)('%j, asked %s', (argv, place, modes) => {
    expect(authorizersOf(withWebhook(argv, URL_, place)).modes).toEqual(modes)
  })

  it('lead to the webhook, and away again', async () => {
    const argv = withWebhook(['--release=1.24', '--authorization-mode=RBAC'], URL_, 'first')
    expect(() => parseFlags(argv)).not.toThrow()
    const config = fromDataUrl(flagValue(argv, 'authorization-webhook-config-file') ?? '') ?? ''
    const connection = await resolveConnection(parseClientConfig(config), () => Promise.reject(new Error('no files')))
    expect(connection.server).toBe(URL_)
    expect(withoutWebhook(argv)).toEqual(['--release=1.24', '--authorization-mode=RBAC'])
    expect(withoutWebhook(['--authorization-webhook-version', 'v1', '--authorization-mode=Webhook'])).toEqual([
      '--authorization-mode=Node,RBAC',
    ])
  })
})
