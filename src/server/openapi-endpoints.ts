import { openapiV2, openapiV3, openapiV3Index, type OpenApiOptions } from '../api/openapi/documents'
import type { Release } from '../api/releases'
import { behaves } from '../api/releases/behaviours'
import { loadTypeTexts } from '../api/types'
import { noSuchPath } from '../machinery/api-error'
import { negotiate } from '../machinery/media-types'
import type { RequestContext } from './context'
import type { Endpoint } from './endpoints'
import type { Server } from './server'

const ACCEPTED = ['application/json']

/** Documents are large and asked for again and again: each is made once for the types that are served. */
class DocumentCache {
  private readonly texts = new Map<string, string>()
  private generation = -1
  constructor(private readonly current: () => number) {}

  async text(name: string, make: () => Promise<unknown>): Promise<string | undefined> {
    if (this.generation !== this.current()) this.texts.clear()
    const generation = (this.generation = this.current())
    const known = this.texts.get(name)
    if (known !== undefined) return known
    const made = await make()
    if (made === undefined) return undefined
    const text = JSON.stringify(made)
    if (generation === this.current()) this.texts.set(name, text)
    return text
  }
}

/** /openapi/v2 and /openapi/v3, current as types come and go. */
export function openapiEndpoints(server: Server, release: Release): Endpoint[] {
  const { catalogue } = server
  const cache = new DocumentCache(() => catalogue.generation)
  const options = async (): Promise<OpenApiOptions> => ({
    serverVersion: release.gitVersion,
    texts: await loadTypeTexts(),
    fieldValidation: server.feature('ServerSideFieldValidation'),
  })
  const answer = async (context: RequestContext, name: string, make: () => Promise<unknown>): Promise<Response> => {
    // What is not acceptable gets no words either: the documents have a language of their own.
    if (!negotiate(context.request.headers.get('accept'), ACCEPTED)) return new Response(null, { status: 406 })
    const text = await cache.text(name, make)
    if (text === undefined) throw noSuchPath()
    const etag = `"${catalogue.generation}-${name}"`
    const headers = { 'content-type': 'application/json', etag, 'cache-control': 'no-cache, private' }
    if (context.request.headers.get('if-none-match') === etag) return new Response(null, { status: 304, headers })
    return new Response(text, { headers })
  }
  const v3 = () => {
    if (!behaves('openapiV3', server.release)) throw noSuchPath()
  }
  return [
    {
      path: /^\/openapi\/v2$/,
      anyMethod: true,
      answer: (context) => answer(context, 'v2', async () => openapiV2(catalogue.types(), await options())),
    },
    {
      path: /^\/openapi\/v3$/,
      anyMethod: true,
      answer: (context) => {
        v3()
        return answer(context, 'v3', () =>
          Promise.resolve(openapiV3Index(catalogue.types(), String(catalogue.generation))),
        )
      },
    },
    {
      path: /^\/openapi\/v3\/(?:api|apis\/([^/]+))\/([^/]+)$/,
      answer: (context, [group = '', version = '']) => {
        v3()
        return answer(context, `v3/${group}/${version}`, async () =>
          openapiV3(catalogue.types(), { group, version }, await options()),
        )
      },
    },
  ]
}
