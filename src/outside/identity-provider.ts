import { isObject, type Json, type JsonObject } from '../machinery/json'
import { checkProvider, DEFAULT_PROVIDER, type ProviderSettings } from './identity-provider-settings'
import { type GrantOptions, OAuthError, OAuthGrants } from './oauth-grants'
import { answerAt } from './provider-endpoints'
import { ProviderKeyring, type ProviderKeys } from './provider-keyring'
import { CallLog, type SimulatedService } from './simulated'

/** What the simulated identity provider runs with. */
export interface ProviderOptions extends GrantOptions {
  readonly keys: ProviderKeys
  /** PEM of an authority that is not trusted by default. */
  readonly authority: () => Promise<string>
}

const NAME = 'identity-provider'

/**
 * An OpenID Connect issuer as a request handler (OpenID Connect Core and Discovery 1.0, RFC 6749, RFC 7636): discovery, key
 * set, authorization with a form instead of a page, and tokens for codes and refresh tokens. All expiry uses the given
 * clock.
 */
export function createIdentityProvider(options: ProviderOptions): SimulatedService {
  const { clock, settings: kept } = options
  const log = new CallLog()
  const keyring = new ProviderKeyring(NAME, kept, options.keys)
  const grants = new OAuthGrants(`${NAME} sessions`, options)
  const parts = { clock, keyring, grants }
  let settings: Promise<ProviderSettings> | undefined
  const read = (): Promise<ProviderSettings> =>
    (settings ??= kept.get(NAME).then((value) => (isObject(value) ? checkProvider(value) : DEFAULT_PROVIDER)))
  return {
    name: NAME,
    async handle(request, trust) {
      const provider = await read()
      const root = provider.issuer.replace(/\/$/, '')
      const url = new URL(request.url)
      const address = url.origin + url.pathname
      if (address !== root && !address.startsWith(`${root}/`)) return undefined
      const note = (status: number, text: string): void =>
        log.note({ at: clock.now(), method: request.method, url: address, status, note: text })
      if (provider.ownCa && !(trust.ca ?? '').includes(pemBody(await options.authority()))) {
        note(0, 'refused: its certificate is of an authority that the caller does not trust')
        throw new Error(`${url.origin}: certificate signed by unknown authority`)
      }
      try {
        const { response, note: text } = await answerAt(parts, request, address.slice(root.length), provider)
        note(response.status, text)
        return response
      } catch (error) {
        if (!(error instanceof OAuthError)) throw error
        note(error.status, error.message)
        return Response.json({ error: error.code, error_description: error.message }, { status: error.status })
      }
    },
    async state() {
      const provider = await read()
      return {
        settings: provider as unknown as JsonObject,
        keys: await keyring.published(provider.algorithm),
        ...(provider.ownCa && { ca: await options.authority() }),
        calls: log.list() as Json,
      }
    },
    async change(value) {
      const checked = checkProvider(value)
      await kept.put(NAME, checked)
      settings = Promise.resolve(checked)
    },
    actions: { rotate: async () => keyring.rotate((await read()).algorithm) },
  }
}

const pemBody = (pem: string): string => /-----BEGIN CERTIFICATE-----([\s\S]*?)-----END/.exec(pem)?.[1]?.trim() ?? pem
