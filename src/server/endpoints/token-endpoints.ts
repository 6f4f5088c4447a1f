import { behaves } from '../../api/releases/ledger'
import { KEY_SET_TYPE, keySet, openIdConfiguration } from '../../authentication/service-account-issuer'
import type { RequestContext } from '../context'
import type { Server } from '../server'
import { requireType } from '../wire/representation'
import type { Endpoint } from './endpoints'

const KEY_SET_PATH = '/openid/v1/jwks'

function answer(context: RequestContext, document: unknown, mediaType: string): Response {
  requireType(context.request.headers.get('accept'), [mediaType])
  return new Response(JSON.stringify(document), {
    headers: { 'content-type': mediaType, 'cache-control': 'public, max-age=3600' },
  })
}

/** Where verifiers of service-account tokens find the issuer's configuration and keys. */
export function tokenEndpoints(server: Server): Endpoint[] {
  const keySetUri = () =>
    server.flag('service-account-jwks-uri') ?? `${server.tokens.issuer.replace(/\/$/, '')}${KEY_SET_PATH}`
  if (!behaves('issuer-discovery', server)) return []
  return [
    {
      path: /^\/\.well-known\/openid-configuration$/,
      async answer(context) {
        const keys = await server.tokens.keys()
        return answer(context, openIdConfiguration(server.tokens.issuer, keys, keySetUri()), 'application/json')
      },
    },
    {
      path: /^\/openid\/v1\/jwks$/,
      answer: async (context) => answer(context, keySet(await server.tokens.keys()), KEY_SET_TYPE),
    },
  ]
}
