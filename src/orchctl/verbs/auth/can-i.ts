import { findResource, type Resource } from '../../core/catalogue'
import type { Call, Command } from '../../core/command'
import { CommandError, Exit, isRefusal } from '../../core/errors'
import type { Session } from '../../core/session'
import { PROGRAM } from '../../core/words'
import { formatRows } from '../../print/tabwriter'
import { ruleRows, type PolicyRule } from '../../rbac/rules'

const VERBS = [
  'get',
  'list',
  'watch',
  'create',
  'update',
  'patch',
  'delete',
  'deletecollection',
  'use',
  'bind',
  'impersonate',
  '*',
  'approve',
  'sign',
  'escalate',
  'attest',
]
const PATH_VERBS = ['get', 'put', 'post', 'head', 'options', 'delete', 'patch', '*']

/** The command `orchctl auth can-i`, which exits with 1 for "no". */
export const CAN_I: Command = {
  name: 'can-i',
  short: 'Check whether an action is allowed',
  flags: [
    { name: 'all-namespaces', short: 'A', type: 'bool', default: 'false', help: 'In all namespaces' },
    { name: 'list', type: 'bool', default: 'false', help: 'List everything that is allowed' },
    { name: 'no-headers', type: 'bool', default: 'false', help: 'Leave out the header of the list' },
    { name: 'quiet', short: 'q', type: 'bool', default: 'false', help: 'Only the exit code says what is so' },
    { name: 'subresource', type: 'string', help: 'Subresource, such as log' },
  ],
  run: canI,
}

interface Review {
  readonly status?: { readonly allowed?: boolean; readonly reason?: string; readonly evaluationError?: string }
}

const GROUP_VERSION = 'authorization.orch.io/v1'

async function canI(call: Call): Promise<void> {
  const { session, flags, args } = call
  if (flags.bool('list')) {
    if (args.length > 0) throw new CommandError('list option must be specified with no arguments')
    if (flags.bool('quiet')) throw new CommandError("list option and quiet option can't be specified together")
    return list(call)
  }
  const [verb, word, more] = args
  if (verb === undefined || word === undefined || more !== undefined)
    throw new CommandError(
      `you must specify two arguments: verb resource or verb resource/resourceName.\nSee '${PROGRAM} auth can-i -h' for help and examples.`,
    )
  const namespace = flags.bool('all-namespaces') ? '' : (await session.namespace()).name
  const spec = word.startsWith('/')
    ? { nonResourceAttributes: { path: word, verb } }
    : { resourceAttributes: { ...(await attributesOf(call, verb, word)), ...(namespace && { namespace }) } }
  if (word.startsWith('/')) {
    if (flags.string('subresource')) throw new CommandError('--subresource can not be used with NonResourceURL')
    if (!PATH_VERBS.includes(verb)) session.err(`Warning: verb '${verb}' is not a known verb\n`)
  }
  const api = await session.api()
  const { status } = await api.json<Review>('POST', `/apis/${GROUP_VERSION}/selfsubjectaccessreviews`, {
    body: { apiVersion: GROUP_VERSION, kind: 'SelfSubjectAccessReview', metadata: { creationTimestamp: null }, spec },
    subject: { group: 'authorization.orch.io', resource: 'selfsubjectaccessreviews' },
  })
  const allowed = status?.allowed === true
  const why = allowed ? [] : [status?.reason, status?.evaluationError].filter(Boolean)
  if (!flags.bool('quiet')) session.out([allowed ? 'yes' : 'no', ...why].join(' - '))
  if (!allowed) throw new Exit(1)
}

/** Subjects of impersonation are named like resources, but are not served. */
const IMPERSONATED = ['users', 'groups']

async function attributesOf({ session, flags }: Call, verb: string, word: string): Promise<Record<string, string>> {
  const warnOfVerb = (): void => {
    if (!VERBS.includes(verb)) session.err(`Warning: verb '${verb}' is not a known verb\n`)
  }
  const [type = '', name] = word.split(/\/([\s\S]*)/)
  const subresource = flags.string('subresource')
  const rest = { verb, ...(name && { name }), ...(subresource && { subresource }) }
  if (type === '*') {
    warnOfVerb()
    return { ...rest, resource: '*', group: '*' }
  }
  const discovery = await session.discovery()
  const found = await discovery
    .search((catalogue) => findResource(catalogue, type))
    .catch((error: unknown) => {
      // Without permission for discovery, the access review can still be sent.
      if (isRefusal(error)) return undefined
      throw error
    })
  if (!found) {
    const [resource = '', ...group] = type.split('.')
    const where = inGroup(group.join('.'))
    if (!IMPERSONATED.includes(resource))
      session.err(`Warning: the server doesn't have a resource type '${resource}'${where}\n`)
    warnOfVerb()
    return { ...rest, resource, ...(group.length > 0 && { group: group.join('.') }) }
  }
  if (!found.namespaced && !flags.bool('all-namespaces') && (await isServed(session, found)))
    session.err(`Warning: resource '${found.name}' is not namespace scoped${inGroup(found.group)}\n`)
  warnOfVerb()
  return { ...rest, resource: found.name, ...(found.group && { group: found.group }) }
}

const inGroup = (group: string): string => (group ? ` in group '${group}'` : '')

/** Whether the server currently has a resource: the cached discovery may come from a user with more access. */
async function isServed(session: Session, { group, version }: Resource): Promise<boolean> {
  try {
    await (await session.api()).json('GET', group ? `/apis/${group}/${version}` : `/api/${version}`)
    return true
  } catch (error) {
    if (isRefusal(error)) return false
    throw error
  }
}

async function list({ session, flags }: Call): Promise<void> {
  const api = await session.api()
  const { name: namespace } = await session.namespace()
  const { status } = await api.json<{
    status: {
      resourceRules?: PolicyRule[]
      nonResourceRules?: PolicyRule[]
      incomplete?: boolean
      evaluationError?: string
    }
  }>('POST', `/apis/${GROUP_VERSION}/selfsubjectrulesreviews`, {
    body: {
      apiVersion: GROUP_VERSION,
      kind: 'SelfSubjectRulesReview',
      metadata: { creationTimestamp: null },
      spec: { namespace },
    },
    subject: { group: 'authorization.orch.io', resource: 'selfsubjectrulesreviews' },
  })
  if (status.incomplete) session.err(`Warning: the list may be incomplete: ${status.evaluationError ?? ''}`)
  const header = ['Resources', 'Non-Resource URLs', 'Resource Names', 'Verbs']
  const rows = ruleRows([...(status.resourceRules ?? []), ...(status.nonResourceRules ?? [])])
  session.io.stdout(formatRows(flags.bool('no-headers') ? rows : [header, ...rows]))
}
