import { AGGREGATED, aggregatedDocument } from '../../api/aggregated-discovery'
import {
  type DiscoveryForm,
  groupDocument,
  groupListDocument,
  resourceListDocument,
  versionsDocument,
} from '../../api/discovery'
import { behaves } from '../../api/releases/ledger'
import { utf8 } from '../../machinery/base64'
import { writeJson } from '../../machinery/json-text'
import { negotiate, type Transform } from '../../machinery/media-types'
import { TextResponse } from '../../machinery/whole-body'
import type { RequestContext } from '../context'
import { documentResponse, type Endpoint } from './endpoints'
import type { Server } from '../server'
import { unserved } from './unserved'

/** /api, /apis, groups and group versions, as the catalogue is now. */
export function discoveryEndpoints(server: Server): Endpoint[] {
  const { catalogue } = server
  const form: DiscoveryForm = {
    hashes: behaves('storage-version-hash', server),
    singulars: behaves('discovery-singular-names', server.release),
  }
  const aggregates = behaves('aggregated-discovery', server)
  const aggregated = (context: RequestContext, make: () => object): Promise<Response> | undefined =>
    aggregates && wantsAggregated(context) ? aggregatedResponse(server, context, make()) : undefined
  const presentOr404 = (context: RequestContext, document: unknown): Response | Promise<Response> =>
    document === undefined ? unserved(server, context.target.path) : documentResponse(context, document)
  return [
    {
      path: /^\/(?:index\.html)?$/,
      anyMethod: true,
      answer: (context) => documentResponse(context, { paths: pathsServed(server) }),
    },
    {
      path: /^\/api$/,
      answer: (context) =>
        aggregated(context, () => aggregatedDocument(catalogue.types(), true, form)) ??
        documentResponse(context, versionsDocument(catalogue.types(), context.target.host)),
    },
    {
      path: /^\/apis$/,
      answer: (context) =>
        aggregated(context, () => aggregatedDocument(catalogue.types(), false, form)) ??
        documentResponse(context, groupListDocument(catalogue.types())),
    },
    {
      path: /^\/api\/([^/]+)$/,
      answer: (context, [version = '']) =>
        presentOr404(context, resourceListDocument(catalogue.types(), '', version, form)),
    },
    {
      path: /^\/apis\/([^/]+)$/,
      answer: (context, [group = '']) => presentOr404(context, groupDocument(catalogue.types(), group)),
    },
    {
      path: /^\/apis\/([^/]+)\/([^/]+)$/,
      answer: (context, [group = '', version = '']) =>
        presentOr404(context, resourceListDocument(catalogue.types(), group, version, form)),
    },
  ]
}

/** Whether the client would rather have the whole at once; what it accepts less is for those who can't have that. */
const wantsAggregated = ({ request }: RequestContext): boolean =>
  negotiate(
    request.headers.get('accept'),
    [JSON_TYPE],
    ({ transform }) => transform === undefined || isAggregated(transform),
  )?.transform !== undefined

const isAggregated = ({ group, version, kind }: Transform): boolean =>
  group === AGGREGATED.group && version === AGGREGATED.version && kind === AGGREGATED.kind

/** The document with its hash as a tag: a client that has it is told so. */
async function aggregatedResponse(server: Server, { request }: RequestContext, document: object): Promise<Response> {
  const text = `${writeJson(document)}\n`
  const etag = `"${await hashOf(server.crypto, text)}"`
  const headers = { etag, vary: 'Accept', 'cache-control': 'no-cache, private' }
  const known = request.headers
    .get('if-none-match')
    ?.split(',')
    .some((tag) => tag.trim() === etag)
  if (known) return new Response(null, { status: 304, headers })
  const { group, version, kind } = AGGREGATED
  return new TextResponse(text, {
    headers: { ...headers, 'content-type': `${JSON_TYPE};g=${group};v=${version};as=${kind}` },
  })
}

async function hashOf(crypto: Crypto, text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-512', utf8(text))
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0'))
    .join('')
    .toUpperCase()
}

const JSON_TYPE = 'application/json'
const FIXED_PATHS = ['/api', '/apis', '/healthz', '/metrics', '/openapi/v2', '/version']
const LATER_PATHS = ['/livez', '/readyz']

/** The index of the server: its endpoints and every group and version. */
export function pathsServed(server: Server): string[] {
  const groups = server.catalogue
    .types()
    .flatMap(({ group, version }) => (group ? [`/apis/${group}`, `/apis/${group}/${version}`] : [`/api/${version}`]))
  const gated = [
    ...(behaves('livez-and-readyz', server.release) ? LATER_PATHS : []),
    ...(behaves('flagz', server) ? ['/flagz'] : []),
    ...(behaves('statusz', server) ? ['/statusz'] : []),
  ]
  return [...new Set([...FIXED_PATHS, ...gated, ...groups])].sort()
}
