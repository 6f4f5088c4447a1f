import { behaves } from '../../api/releases/ledger'
import { byText } from '../../machinery/by-text'
import { notAcceptable } from '../../machinery/media-type-errors'
import { covers, negotiate, parseAccept, type Transform } from '../../machinery/media-types'
import type { RequestContext } from '../context'
import type { Server } from '../server'
import { MEDIA_TYPES } from '../wire/representation'
import { dataResponse, plainResponse } from '../wire/respond'
import { pathsServed } from './discovery-endpoints'
import type { Endpoint } from './endpoints'

const COMPONENT = 'orch-apiserver'
const GROUP = 'config.orch.io'
const WARNING =
  'Warning: This endpoint is not meant to be machine parseable, has no formatting compatibility guarantees and is for debugging purposes only.'

interface Page {
  readonly name: 'flagz' | 'statusz'
  /** The title in the first line of the text. */
  readonly title: string
  readonly lines: () => readonly string[]
  readonly fields: () => object
}

/**
 * The pages that show the server's flags and status, if their feature gates are on. `flags` has every flag by name, with the part of its
 * value that may be shown. Source: the reference of these pages, releases 1.32 to 1.36.
 */
export function debugPages(server: Server, flags: () => Readonly<Record<string, string>>): Endpoint[] {
  const startedAt = server.clock.now()
  const flagz: Page = {
    name: 'flagz',
    title: behaves('structured-debug-pages', server.release) ? 'flagz' : 'flags',
    lines: () =>
      Object.entries(flags())
        .sort(([a], [b]) => byText(a, b))
        .map(([name, value]) => `${name}=${value}`),
    fields: () => ({ flags: flags() }),
  }
  const statusz: Page = { name: 'statusz', title: 'statusz', ...state(server, startedAt) }
  return [
    ...(behaves('flagz', server) ? [endpoint(server, flagz)] : []),
    ...(behaves('statusz', server) ? [endpoint(server, statusz)] : []),
  ]
}

const endpoint = ({ release }: Server, page: Page): Endpoint => ({
  path: page.name === 'flagz' ? /^\/flagz$/ : /^\/statusz$/,
  anyMethod: true,
  answer: (context) =>
    behaves('structured-debug-pages', release) ? structured(context, page, release) : onlyText(context, page),
})

const text = ({ title, lines }: Page): Response =>
  plainResponse(['', `${COMPONENT} ${title}`, WARNING, '', ...lines(), ''].join('\n'))

/** The first releases serve text only, and only if the client accepts it explicitly. */
function onlyText(context: RequestContext, page: Page): Response {
  const asked = parseAccept(context.request.headers.get('accept') ?? '').some(
    ({ type, parameters: { charset, ...others } }) =>
      covers(type, 'text/plain') &&
      Object.keys(others).length === 0 &&
      (charset === undefined || charset.toLowerCase() === 'utf-8'),
  )
  return asked ? text(page) : plainResponse('media type not acceptable, must be: text/plain\n', 406)
}

function structured(context: RequestContext, page: Page, release: number): Response | Promise<Response> {
  const accept = context.request.headers.get('accept')
  if (!accept?.trim()) return text(page)
  const kind = page.name === 'flagz' ? 'Flagz' : 'Statusz'
  const versions = behaves('debug-pages-beta', release) ? ['v1alpha1', 'v1beta1'] : ['v1alpha1']
  const known = (asked: Transform): boolean =>
    asked.kind === kind && asked.group === GROUP && versions.includes(asked.version)
  const offered = [MEDIA_TYPES.json, MEDIA_TYPES.yaml, 'text/plain']
  const found = negotiate(accept, offered, ({ transform, stream, serverVersion }, type) => {
    if (stream !== undefined || serverVersion !== undefined) return false
    return type === 'text/plain' ? transform === undefined : transform !== undefined && known(transform)
  })
  if (!found) throw notAcceptable(offered)
  if (!found.transform) return text(page)
  const { version } = found.transform
  if (versions.length > 1 && version === 'v1alpha1')
    context.warnings.add(`This version of the ${page.name} endpoint is deprecated. Please use a newer version.`)
  const document = { kind, apiVersion: `${GROUP}/${version}`, metadata: { name: COMPONENT }, ...page.fields() }
  const encoding = found.type === MEDIA_TYPES.yaml ? 'yaml' : 'json'
  return dataResponse(context, document, { encoding, form: 'object', metaVersion: 'v1', pretty: false })
}

function state(server: Server, startedAt: number): Pick<Page, 'lines' | 'fields'> {
  const seconds = (): number => Math.max(0, Math.floor((server.clock.now() - startedAt) / 1000))
  const two = (number: number): string => String(number).padStart(2, '0')
  const version = `1.${server.release}`
  const paths = (): string[] => debugPaths(pathsServed(server))
  return {
    lines: () => {
      const up = seconds()
      return [
        `Started: ${unixDate(startedAt)}`,
        `Up: ${Math.floor(up / 3600)} hr ${two(Math.floor(up / 60) % 60)} min ${two(up % 60)} sec`,
        'Go version: ',
        `Binary version: ${version}.0`,
        `Emulation version: ${version}`,
        ...(behaves('structured-debug-pages', server.release) ? [`Paths: ${paths().join(' ')}`] : []),
      ]
    },
    fields: () => ({
      startTime: new Date(startedAt).toISOString().replace(/\.\d+Z$/, 'Z'),
      uptimeSeconds: seconds(),
      goVersion: '',
      binaryVersion: `${version}.0`,
      emulationVersion: version,
      paths: paths(),
    }),
  }
}

const NOT_FOR_DEBUGGING = new Set(['/', '/apis', '/api', '/openid', '/openapi', '/.well-known'])

/** The first segments of all served paths, without those of the API itself. */
const debugPaths = (paths: readonly string[]): string[] =>
  [...new Set(paths.map((path) => `/${path.split('/')[1] ?? ''}`))]
    .filter((path) => !NOT_FOR_DEBUGGING.has(path))
    .sort(byText)

/** A time in Unix date format, such as `Wed Oct 16 21:03:43 UTC 2024`. */
function unixDate(time: number): string {
  const [day = '', date = '', month = '', year = '', clock = ''] = new Date(time).toUTCString().split(' ')
  return `${day.replace(',', '')} ${month} ${String(Number(date)).padStart(2)} ${clock} UTC ${year}`
}
