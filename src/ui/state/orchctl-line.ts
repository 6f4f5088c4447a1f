import { targetOf } from '../../machinery/request-target'
import { requestInfoOf, wantsWatch } from '../../server/request-info'
import type { Identity } from './identity'
import { isSecretBody } from './secret-request'
import { shellWord } from './shell-word'

/** A request to write as a command. */
export interface LineRequest {
  readonly method: string
  /** Path and query. */
  readonly path: string
  readonly body?: string
  readonly contentType?: string
}

/** The client's names of patch types, by media type. */
export const PATCH_TYPE_NAMES: Readonly<Record<string, string>> = {
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
      ? [`--as=${shellWord(value)}`]
      : name === 'Impersonate-Group'
        ? [`--as-group=${shellWord(value)}`]
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
    return value ? [flag, shellWord(value)] : []
  }
  const words = [
    'orchctl',
    verb,
    shellWord(type),
    ...(info.name ? [shellWord(info.name)] : []),
    ...(info.namespace && !own ? ['-n', shellWord(info.namespace)] : info.name || own ? [] : ['-A']),
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
  const shown = isSecretBody(path, body) ? '"$BODY"' : shellWord(body)
  const known = LINES[method]
  const line = known === undefined ? undefined : resourceLine(known, request)
  if (method === 'GET')
    return [...(line ? [...line.words, ...(line.named ? ['-o', 'yaml'] : [])] : rawLine('get', path)), ...as].join(' ')
  if (method === 'DELETE') return [...(line?.words ?? rawLine('delete', path)), ...as].join(' ')
  const [type = ''] = contentType.split(';')
  if (method === 'PATCH' && type.startsWith('application/apply-patch'))
    return `printf %s ${shown} | ${[...applyLine(path), ...as].join(' ')}`
  if (line && PATCH_TYPE_NAMES[type])
    return [...line.words, `--type=${PATCH_TYPE_NAMES[type]}`, '-p', shown, ...as].join(' ')
  const verb = RAW[method]
  return verb
    ? `printf %s ${shown} | ${[...rawLine(verb, path), '-f', '-', ...as].join(' ')}`
    : `# orchctl cannot send this ${method}`
}

const rawLine = (verb: string, path: string): string[] => ['orchctl', verb, '--raw', shellWord(path)]

function applyLine(path: string): string[] {
  const { query } = targetOf({ url: `http://orchard.invalid${path}` })
  const manager = query.get('fieldManager')
  return [
    ...['orchctl', 'apply', '--server-side', ...(manager ? [`--field-manager=${shellWord(manager)}`] : [])],
    ...(query.get('force') === 'true' ? ['--force-conflicts'] : []),
    ...(query.has('dryRun') ? ['--dry-run=server'] : []),
    ...['-f', '-'],
  ]
}
