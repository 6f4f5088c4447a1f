import { AGGREGATED, type AggregatedVersion, aggregatedDocument } from '../../api/aggregated-discovery'
import {
  type DiscoveryForm,
  groupDocument,
  groupListDocument,
  resourceListDocument,
  versionsDocument,
} from '../../api/discovery'
import { behaves } from '../../api/releases/ledger'
import { StorageVersionHashes } from '../../api/storage-version-hash'
import { utf8 } from '../../machinery/base64'
import { writeJson } from '../../machinery/json-text'
import type { MaybePromise } from '../../machinery/maybe-promise'
import { negotiate, type Transform } from '../../machinery/media-types'
import { InMemoryResponse } from '../../machinery/in-memory-response'
import type { RequestContext } from '../context'
import type { Server } from '../server'
import { documentResponse, type Endpoint, pathsResponse, unroutedResponse } from './endpoints'
import type { Health, HealthEndpoint } from './health'
import { unserved } from './unserved'

/** /api, /apis, groups and group versions, from the current catalogue. */
export function discoveryEndpoints(server: Server, health: Health): Endpoint[] {
  const { catalogue } = server
  const form: DiscoveryForm = {
    ...(behaves('storage-version-hash', server) && { hashes: new StorageVersionHashes(server.crypto) }),
    singulars: behaves('discovery-singular-names', server.release),
  }
  const versions = aggregatedVersions(server)
  const aggregated = (context: RequestContext, core: boolean): Promise<Response> | undefined => {
    const version = wantedVersion(context, versions)
    if (version === undefined) return undefined
    return aggregatedResponse(server, context, version, aggregatedDocument(catalogue.types(), core, version, form))
  }
  const presentOr404 = (
    context: RequestContext,
    document: unknown,
    respond = documentResponse,
  ): MaybePromise<Response> =>
    document === undefined ? unserved(server, context.target.path) : respond(context, document)
  const resources = async (context: RequestContext, group: string, version: string): Promise<Response> => {
    const types = [...catalogue.types()].filter((type) => type.group === group && type.version === version)
    await form.hashes?.learn(types)
    return presentOr404(context, resourceListDocument(types, group, version, form))
  }
  return [
    {
      path: /^\/(?:index\.html)?$/,
      anyMethod: true,
      answer: () => pathsResponse(pathsServed(server, (probe) => health.names(probe))),
    },
    {
      path: /^\/api$/,
      answer: (context) =>
        aggregated(context, true) ??
        documentResponse(context, versionsDocument(catalogue.types(), context.target.host)),
    },
    {
      path: /^\/apis\/?$/,
      anyMethod: true,
      answer: (context) =>
        aggregated(context, false) ?? unroutedResponse(context, groupListDocument(catalogue.types())),
    },
    {
      path: /^\/api\/([^/]+)$/,
      exists: ([version = '']) => catalogue.hasGroupVersion('', version),
      answer: (context, [version = '']) => resources(context, '', version),
    },
    {
      path: /^\/apis\/([^/]+)\/?$/,
      anyMethod: true,
      answer: (context, [group = '']) =>
        presentOr404(context, groupDocument(catalogue.types(), group), unroutedResponse),
    },
    {
      path: /^\/apis\/([^/]+)\/([^/]+)$/,
      exists: ([group = '', version = '']) => catalogue.hasGroupVersion(group, version),
      answer: (context, [group = '', version = '']) => resources(context, group, version),
    },
  ]
}

/** The versions of the aggregated discovery document that this server supports. */
function aggregatedVersions(server: Server): AggregatedVersion[] {
  if (!behaves('aggregated-discovery', server)) return []
  return [
    ...(behaves('aggregated-discovery-v2', server.release) ? (['v2'] as const) : []),
    ...(behaves('aggregated-discovery-without-beta', server) ? [] : (['v2beta1'] as const)),
  ]
}

/** The version of the aggregated document that the client prefers most. Undefined if it prefers the unaggregated one. */
function wantedVersion(
  { request }: RequestContext,
  versions: readonly AggregatedVersion[],
): AggregatedVersion | undefined {
  const versionOf = ({ group, version, kind }: Transform): AggregatedVersion | undefined =>
    group === AGGREGATED.group && kind === AGGREGATED.kind ? versions.find((one) => one === version) : undefined
  const found = negotiate(
    request.headers.get('accept'),
    [JSON_TYPE],
    ({ transform }) => transform === undefined || versionOf(transform) !== undefined,
  )
  return found?.transform && versionOf(found.transform)
}

/** The document with its hash as ETag; answers 304 if the client already has it. */
async function aggregatedResponse(
  server: Server,
  { request }: RequestContext,
  version: AggregatedVersion,
  document: object,
): Promise<Response> {
  const text = `${writeJson(document)}\n`
  const etag = `"${await hashOf(server.crypto, text)}"`
  const headers = { etag, vary: 'Accept', 'cache-control': 'no-cache, private' }
  const known = request.headers
    .get('if-none-match')
    ?.split(',')
    .some((tag) => tag.trim() === etag)
  if (known) return new Response(null, { status: 304, headers })
  const { group, kind } = AGGREGATED
  return new InMemoryResponse(text, {
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
const FIXED_PATHS = [
  '/.well-known/openid-configuration',
  '/api',
  '/apis',
  '/apis/',
  '/metrics',
  '/openapi/v2',
  '/openid/v1/jwks',
  '/version',
]

const PROBES = ['healthz', 'livez', 'readyz'] as const

/** Checks of the part that serves custom types. */
const CUSTOM_TYPE_CHECKS =
  /^\/(healthz|livez|readyz)(\/(ping|log|etcd|informer-sync|shutdown|poststarthook\/(crd-informer-synced|generic-apiserver-start-informers|priority-and-fairness-(config-consumer|filter)|start-apiextensions-\w+)))?$/
const CUSTOM_TYPE_PATHS = /^\/(apis\/?|apis\/apiextensions\.orch\.io(\/.*)?|metrics|openapi\/v2|version)$/

/** Unknown paths are passed from part to part of the server: the last one, for custom types, answers with its own paths. */
export const pathsOfCustomTypes = (paths: readonly string[]): string[] =>
  paths.filter((path) => CUSTOM_TYPE_PATHS.test(path) || CUSTOM_TYPE_CHECKS.test(path))

/** All paths that the server serves: its endpoints, each health check, and every group and version. */
export function pathsServed(
  server: Server,
  checksOf: (probe: HealthEndpoint) => readonly string[] = () => [],
): string[] {
  const groups = server.catalogue
    .types()
    .flatMap(({ group, version }) => (group ? [`/apis/${group}`, `/apis/${group}/${version}`] : [`/api/${version}`]))
  const gated = [...(behaves('flagz', server) ? ['/flagz'] : []), ...(behaves('statusz', server) ? ['/statusz'] : [])]
  const probes = (behaves('livez-and-readyz', server.release) ? PROBES : PROBES.slice(0, 1)).flatMap((probe) => [
    `/${probe}`,
    ...checksOf(probe).map((check) => `/${probe}/${check}`),
  ])
  return [...new Set([...FIXED_PATHS, ...gated, ...probes, ...groups])].sort()
}
