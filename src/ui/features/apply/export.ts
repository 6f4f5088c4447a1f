import { curlFor } from '../../state/curl'
import { identityOf, NOBODY } from '../../state/identity'
import { isSecretBody } from '../../state/secret-request'
import { shellWord } from '../../state/shell-word'
import { PATCH_TYPE_NAMES } from '../../state/orchctl-line'

/** A request of the lab and its answer. */
export interface Action {
  readonly id: string
  readonly at: number
  /** `apply` sends a manifest; `patch` is a write by a controller or editor without apply. */
  readonly kind: 'apply' | 'patch'
  readonly manager: string
  readonly force: boolean
  readonly dryRun: boolean
  /** The whole manifest or patch. */
  readonly body: string
  readonly contentType: string
  readonly subresource: string
  /** The path and query of the request. */
  readonly path: string
  /** `deployments.apps` */
  readonly resource: string
  readonly name: string
  readonly namespace: string
  /** Id of the sender's identity. */
  readonly as: string
  readonly status: number
  /** The resulting version; absent for refusals, dry runs and no-ops. */
  readonly resourceVersion?: string
  /** The newest known version when it was sent. */
  readonly after?: string
  /** The server's message on refusal. */
  readonly message?: string
}

/** A delimiter that does not occur as a line of the text. */
function delimiter(text: string): string {
  const lines = new Set(text.split('\n'))
  let name = 'EOF'
  while (lines.has(name)) name += '_'
  return name
}

function asFlags(id: string): string[] {
  const identity = identityOf(id, {})
  if (!identity || identity === NOBODY) return []
  return identity.headers.flatMap(([name, value]) =>
    name === 'Impersonate-User'
      ? [`--as=${shellWord(value)}`]
      : name === 'Impersonate-Group'
        ? [`--as-group=${shellWord(value)}`]
        : [],
  )
}

/** Whether an action's body contains secrets. */
export const isSecretAction = ({ path, body }: Action): boolean => isSecretBody(path, body)

function orchctl(action: Action, secrets: boolean): string {
  const hidden = !secrets && isSecretAction(action)
  const manager = `--field-manager=${shellWord(action.manager)}`
  const dry = action.dryRun ? ['--dry-run=server'] : []
  if (action.kind === 'apply') {
    const end = delimiter(action.body)
    const flags = [
      '--server-side',
      manager,
      ...(action.force ? ['--force-conflicts'] : []),
      ...dry,
      ...(action.subresource ? [`--subresource=${action.subresource}`] : []),
      ...asFlags(action.as),
    ]
    if (hidden) return `orchctl apply ${flags.join(' ')} -f "$FILE"`
    return `orchctl apply ${flags.join(' ')} -f - <<'${end}'\n${action.body.trimEnd()}\n${end}`
  }
  return [
    'orchctl patch',
    shellWord(action.resource),
    shellWord(action.name),
    ...(action.namespace ? ['-n', shellWord(action.namespace)] : []),
    `--type=${PATCH_TYPE_NAMES[action.contentType] ?? 'merge'}`,
    ...(action.subresource ? [`--subresource=${action.subresource}`] : []),
    manager,
    ...dry,
    ...asFlags(action.as),
    '-p',
    hidden ? '"$PATCH"' : shellWord(action.body),
  ].join(' ')
}

function curl(action: Action, origin: string, secrets: boolean): string {
  const identity = identityOf(action.as, {})
  const headers = [['Content-Type', action.contentType]] as const
  return curlFor('PATCH', action.path, identity ?? NOBODY, headers, action.body.trimEnd(), { origin, secrets })
}

/** The expected result when a command is repeated. */
function outcome({ status, message, dryRun, resourceVersion }: Action): string {
  if (status >= 400) return `${status}: ${(message ?? '').split('\n').join(' ')}`.replace(/\s+/g, ' ').trim()
  if (dryRun) return `${status}: nothing stored`
  return resourceVersion ? `${status}: version ${resourceVersion}` : `${status}: nothing changed`
}

/**
 * All actions as commands that repeat them, each with its result. Variables stand for secrets unless they are requested.
 */
export function commandLines(
  actions: readonly Action[],
  client: 'orchctl' | 'curl',
  origin: string,
  secrets = false,
): string {
  const parts = actions.map((action, i) => {
    const verb =
      action.kind === 'patch'
        ? `${action.manager} writes${action.subresource ? ` through ${action.subresource}` : ''}`
        : `${action.manager} applies${action.force ? ', forced' : ''}`
    const title = `# ${i + 1}. ${verb}${action.dryRun ? ', dry run' : ''}`
    const command = client === 'orchctl' ? orchctl(action, secrets) : curl(action, origin, secrets)
    return `${title}\n${command}\n# → ${outcome(action)}\n`
  })
  return parts.join('\n')
}
