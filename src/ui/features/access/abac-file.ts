import { ABAC_API_VERSION, type AbacPolicy, AbacPolicyError, parseAbacPolicies } from '../../../authorization/abac'
import type { Attributes } from '../../../authorization/authorizer'
import type { AbacMatch } from '../../../access-analysis/explain-abac'
import { alike } from '../../../access-analysis/similar'
import { isObject } from '../../../machinery/json'
import { flagValue, withFlag } from '../../state/argv'
import { fromDataUrl, toDataUrl } from '../../state/data-url'
import { authorizersOf, withAuthorizers } from '../../state/authorizers'

const FILE_FLAG = 'authorization-policy-file'

/** A policy file as far as it can be read, and the problems of the lines that cannot. */
export interface ReadFile {
  readonly policies: readonly AbacPolicy[]
  readonly problems: readonly AbacPolicyError[]
}

/** Reads a policy file line by line, so that one mistake does not hide the others. */
export function readPolicyFile(text: string): ReadFile {
  const policies: AbacPolicy[] = []
  const problems: AbacPolicyError[] = []
  text.split(/\r?\n/).forEach((line, i) => {
    try {
      policies.push(...parseAbacPolicies(line).map((policy) => ({ ...policy, line: i + 1 })))
    } catch (error) {
      if (!(error instanceof AbacPolicyError)) throw error
      problems.push(new AbacPolicyError(error.file, i + 1, error.why))
    }
  })
  return { policies, problems }
}

/** The policy file of a control plane; undefined if there is none, or if it is not embedded in the flags. */
export const runningPolicy = (argv: readonly string[]): string | undefined => {
  const url = flagValue(argv, FILE_FLAG)
  return url === undefined ? undefined : fromDataUrl(url)
}

/** The flags with additional modes, without AlwaysAllow. */
export const withMode = (argv: readonly string[], ...wanted: readonly string[]): string[] => {
  // A webhook in a configuration file has all its settings there.
  const gone = [
    'AlwaysAllow',
    'AlwaysDeny',
    ...(flagValue(argv, 'authorization-webhook-config-file') ? [] : ['Webhook']),
  ]
  const kept = authorizersOf(argv).modes.filter((mode) => !gone.includes(mode))
  return withAuthorizers(argv, [...new Set([...kept, ...wanted])])
}

/** The flags with this policy file, and with ABAC among the authorizers. */
export const withPolicy = (argv: readonly string[], text: string): string[] =>
  withMode(withFlag(argv, FILE_FLAG, toDataUrl(text, '')), 'ABAC')

const lineOf = (spec: Record<string, unknown>): string =>
  JSON.stringify({ apiVersion: ABAC_API_VERSION, kind: 'Policy', spec })

/** The file with a nearly matching line changed so that it allows the request. */
export function withMendedLine(file: string, match: AbacMatch, attributes: Attributes): string {
  const lines = file.split('\n')
  const at = match.policy.line - 1
  const policy = JSON.parse(lines[at] ?? '{}') as unknown
  const old = isObject(policy) && isObject(policy['spec']) ? policy['spec'] : {}
  const spec: Record<string, unknown> = { ...old }
  for (const lack of match.lacks) {
    if (lack === 'user') {
      if (attributes.user.name) spec['user'] = attributes.user.name
      else spec['group'] = attributes.user.groups[0] ?? ''
    } else if (lack === 'group') mendGroup(spec, match.policy.group, attributes)
    else if (lack === 'verb') delete spec['readonly']
    else if (lack === 'namespace') spec['namespace'] = attributes.namespace || '*'
    else if (lack === 'resource') spec['resource'] = attributes.resource
    else if (lack === 'apiGroup') spec['apiGroup'] = attributes.apiGroup
    else spec['nonResourcePath'] = attributes.path
  }
  return lines.with(at, lineOf(spec)).join('\n')
}

function mendGroup(spec: Record<string, unknown>, group: string, { user }: Attributes): void {
  // A `*` in `user` or `group` matches every authenticated user, whatever the other field names.
  if (spec['user'] === '*' || spec['group'] === '*') delete spec['user']
  const spelled = user.groups.find((own) => alike(own, group)) ?? user.groups[0]
  if (spelled === undefined) {
    delete spec['group']
    spec['user'] = user.name
  } else spec['group'] = spelled
}

/** The file with an additional line that allows exactly this request. */
export function withLineFor(file: string, { user, isResourceRequest, verb, ...request }: Attributes): string {
  const spec = {
    ...(user.name ? { user: user.name } : { group: user.groups[0] ?? '' }),
    ...(isResourceRequest
      ? { namespace: request.namespace || '*', resource: request.resource, apiGroup: request.apiGroup }
      : { nonResourcePath: request.path }),
    ...(['get', 'list', 'watch'].includes(verb) && { readonly: true }),
  }
  return `${file.trimEnd()}${file.trim() ? '\n' : ''}${lineOf(spec)}\n`
}

/** An example of an attribute-based (ABAC) policy file. */
export const EXAMPLE_POLICY = `# One policy per line. If no line matches, the next authorizer decides.
${lineOf({ user: 'alice', namespace: '*', resource: '*', apiGroup: '*' })}
${lineOf({ user: 'bob', namespace: 'projects', resource: 'pods', readonly: true })}
${lineOf({ group: 'operators', namespace: '*', resource: 'deployments', apiGroup: 'apps' })}
${lineOf({ user: 'system:serviceaccount:orch-system:default', namespace: '*', resource: '*', apiGroup: '*' })}
${lineOf({ group: 'system:authenticated', nonResourcePath: '/version', readonly: true })}
`
