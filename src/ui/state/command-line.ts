import { PROGRAM } from '../../orchctl/core/words'
import { shellWord } from './shell-word'

/** A request to express as a command; `body` where it is known. */
export interface Asked {
  readonly method: string
  /** Path and query. */
  readonly path: string
  readonly body?: string | undefined
  readonly contentType?: string | undefined
}

const PATH =
  /^\/(?:api|apis\/(?<group>[^/]+))\/(?<version>[^/]+)(?:\/namespaces\/(?<namespace>[^/]+)(?=\/(?!status$|finalize$)))?\/(?<resource>[^/]+)(?:\/(?<name>[^/]+))?(?:\/(?<subresource>[^/]+))?$/

/** The equivalent command line, or undefined if the client has no command for the request. */
export function commandLineFor({ method, path, body, contentType = '' }: Asked): string | undefined {
  const url = new URL(path, 'http://orchard.invalid')
  const parts = PATH.exec(url.pathname)?.groups
  if (!parts) return method === 'GET' ? line('get', '--raw', shellWord(path)) : undefined
  const { group, resource = '', name, subresource } = decoded(parts)
  const type = group ? `${resource}.${group}` : resource
  const namespace = decoded(parts).namespace
  const where = namespace && namespace !== 'default' ? ['-n', shellWord(namespace)] : []
  const asked = url.searchParams
  if (method === 'GET' && name === undefined) {
    const selectors = [
      ...flag('-l', asked.get('labelSelector')),
      ...flag('--field-selector', asked.get('fieldSelector')),
      ...(['1', 'true'].includes(asked.get('watch') ?? '') ? ['--watch'] : []),
    ]
    return line('get', type, ...where, ...selectors)
  }
  if (name !== undefined && subresource === 'log') return line('logs', shellWord(name), ...where)
  if (subresource === 'token' && name !== undefined) return line('create', 'token', shellWord(name), ...where)
  const through = subresource ? [`--subresource=${subresource}`] : []
  switch (method) {
    case 'GET':
      return line('get', type, shellWord(name ?? ''), ...where, ...through, '-o', 'yaml')
    case 'DELETE':
      return name === undefined
        ? line('delete', type, '--all', ...where)
        : line('delete', type, shellWord(name), ...where)
    case 'PATCH':
      return name === undefined ? undefined : patchLine(type, name, [...where, ...through], body, contentType, asked)
    case 'PUT':
      return body === undefined ? undefined : withInput(line('replace', '-f', '-', ...where, ...through), body)
    case 'POST':
      return body === undefined || name !== undefined ? undefined : withInput(line('create', '-f', '-', ...where), body)
    default:
      return undefined
  }
}

const line = (...words: readonly string[]): string => [PROGRAM, ...words].join(' ')
const flag = (name: string, value: string | null): string[] => (value ? [name, shellWord(value)] : [])
const withInput = (command: string, body: string): string => `${command} <<EOF\n${body.trimEnd()}\nEOF`

const decoded = (parts: Readonly<Record<string, string | undefined>>): Record<string, string | undefined> =>
  Object.fromEntries(
    Object.entries(parts).map(([key, part]) => [key, part === undefined ? undefined : decodeURIComponent(part)]),
  )

function patchLine(
  type: string,
  name: string,
  where: readonly string[],
  body: string | undefined,
  contentType: string,
  asked: URLSearchParams,
): string | undefined {
  if (body === undefined) return undefined
  if (contentType.includes('apply-patch')) {
    const manager = asked.get('fieldManager')
    const force = asked.get('force') === 'true' ? ['--force-conflicts'] : []
    return withInput(
      line('apply', '--server-side', ...flag('--field-manager', manager), ...force, '-f', '-', ...where),
      body,
    )
  }
  const kind = contentType.includes('json-patch') ? 'json' : contentType.includes('strategic') ? 'strategic' : 'merge'
  return line('patch', type, shellWord(name), ...where, `--type=${kind}`, '-p', shellWord(body))
}
