import { targetOf } from '../../machinery/request-target'
import { requestInfoOf, wantsWatch } from '../../server/request-info'
import type { Identity } from './identity'
import { isSecretBody } from './secret-request'

/** A request to write as a command. */
export interface LineRequest {
  readonly method: string
  /** Path and query. */
  readonly path: string
  readonly body?: string
  readonly contentType?: string
}

const word = (text: string): string => (/^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`)

const PATCH_TYPES: Readonly<Record<string, string>> = {
  'application/merge-patch+json': 'merge',
  'application/json-patch+json': 'json',
  'application/strategic-merge-patch+json': 'strategic',
}
/** Subcommand of `--raw` requests that have a body. */
const RAW: Readonly<Record<string, string>> = { POST: 'create', PUT: 'replace' }

/** Flags that select an identity; empty for identities that need credentials. */
const asFlags = ({ headers }: Identity): string[] =>
  headers.flatMap(([name, value]) =>
    name === 'Impersonate-User'
      ? [`--as=${word(value)}`]
      : name === 'Impersonate-Group'
        ? [`--as-group=${word(value)}`]
        : [],
  )

/** The client's verbs for methods without further detail. */
const LINES: Readonly<Record<string, string>> = { GET: 'get', DELETE: 'delete', PATCH: 'patch' }

function resourceLine(
  verb: string,
  { method, path }: LineRequest,
): { readonly words: readonly string[]; readonly named: boolean } | undefined {
  const target = targetOf({ url: `http://orchard.invalid${path}` })
  const info = requestInfoOf(method, target)
  if (!info.isResourceRequest || info.subresource) return undefined
  const { query } = target
  const own = info.resource === 'namespaces' && info.apiGroup === ''
  const known = ['watch', 'labelSelector', 'fieldSelector', 'limit', 'resourceVersion', 'allowWatchBookmarks']
  if ([...query.keys()].some((key) => !known.includes(key))) return undefined
  const type = info.apiGroup ? `${info.resource}.${info.apiVersion}.${info.apiGroup}` : info.resource
  const selects = (flag: string, key: string): string[] => {
    const value = query.get(key)
    return value ? [flag, word(value)] : []
  }
  const words = [
    'orchctl',
    verb,
    word(type),
    ...(info.name ? [word(info.name)] : []),
    ...(info.namespace && !own ? ['-n', word(info.namespace)] : info.name || own ? [] : ['-A']),
    ...selects('-l', 'labelSelector'),
    ...selects('--field-selector', 'fieldSelector'),
    ...(wantsWatch(query) ? ['-w'] : []),
  ]
  return info.name || verb === 'get' ? { words, named: info.name !== '' } : undefined
}

/** The request as a command of the command-line client; `"$BODY"` stands for a secret body. */
export function orchctlLine(request: LineRequest, identity: Identity): string {
  const { method, path, body = '', contentType = 'application/json' } = request
  const as = asFlags(identity)
  const shown = isSecretBody(path, body) ? '"$BODY"' : word(body)
  const known = LINES[method]
  const line = known === undefined ? undefined : resourceLine(known, request)
  if (method === 'GET')
    return [...(line ? [...line.words, ...(line.named ? ['-o', 'yaml'] : [])] : rawLine('get', path)), ...as].join(' ')
  if (method === 'DELETE') return [...(line?.words ?? rawLine('delete', path)), ...as].join(' ')
  const [type = ''] = contentType.split(';')
  if (method === 'PATCH' && type.startsWith('application/apply-patch'))
    return `printf %s ${shown} | ${[...applyLine(path), ...as].join(' ')}`
  if (line && PATCH_TYPES[type]) return [...line.words, `--type=${PATCH_TYPES[type]}`, '-p', shown, ...as].join(' ')
  const verb = RAW[method]
  return verb
    ? `printf %s ${shown} | ${[...rawLine(verb, path), '-f', '-', ...as].join(' ')}`
    : `# orchctl cannot send this ${method}`
}

const rawLine = (verb: string, path: string): string[] => ['orchctl', verb, '--raw', word(path)]

function applyLine(path: string): string[] {
  const { query } = targetOf({ url: `http://orchard.invalid${path}` })
  const manager = query.get('fieldManager')
  return [
    ...['orchctl', 'apply', '--server-side', ...(manager ? [`--field-manager=${word(manager)}`] : [])],
    ...(query.get('force') === 'true' ? ['--force-conflicts'] : []),
    ...(query.has('dryRun') ? ['--dry-run=server'] : []),
    ...['-f', '-'],
  ]
}
