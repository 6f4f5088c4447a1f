import { NODE_NAME_EXTRA } from '../api/kinds/authentication/token-claims'
import { ApiError } from '../machinery/api-error'
import { dns1123Subdomain, domainPrefixedPath } from '../machinery/names'
import { MASTERS_GROUP, NODE_USER_PREFIX, NODES_GROUP, type UserInfo } from '../machinery/user'
import type { Attributes } from './authorizer'
import { forbidden } from './forbidden'
import { type AuthorizeOnly, completedUser, type Impersonated } from './impersonated-user'
import { AUTHENTICATION_GROUP, type WantedUser } from './impersonation-headers'
import { splitServiceAccountUser } from './policy'

/** A way to impersonate that is limited to some requests (KEP-5284, "Design Details"). */
interface Mode {
  readonly name: string
  /** Whether this mode is for such a user and caller. */
  applies(wanted: WantedUser, caller: UserInfo): boolean
  /** Changes what authorizers see. */
  readonly shown?: (attributes: Attributes) => Attributes
}

/** The node that a user name stands for; undefined for other users. */
function nodeNameOf(user: string): string | undefined {
  if (!user.startsWith(NODE_USER_PREFIX)) return undefined
  const name = user.slice(NODE_USER_PREFIX.length)
  return dns1123Subdomain(name).length === 0 ? name : undefined
}

const isAccount = (user: string): boolean => splitServiceAccountUser(user) !== undefined
/** Whether the headers name a user and say nothing else about it. */
const onlyNamed = ({ uid, groups, extra }: WantedUser): boolean =>
  uid === '' && groups.length === 0 && Object.keys(extra).length === 0

/** A service account with a token of a pod acts for the node of the pod. */
function isOwnNode({ name }: WantedUser, caller: UserInfo): boolean {
  const node = nodeNameOf(name)
  const own = caller.extra?.[NODE_NAME_EXTRA] ?? []
  return node !== undefined && isAccount(caller.name) && own.length === 1 && own[0] === node
}

/** In the mode for the caller's own node, permissions hold for all nodes, so that one role serves the pods of all nodes. */
const withoutNode = (attributes: Attributes): Attributes => ({
  ...attributes,
  ...(attributes.verb === 'impersonate:associated-node' && { name: '*' }),
  user: {
    ...attributes.user,
    extra: { 'authentication.orch.io/associated-node-keys': Object.keys(attributes.user.extra ?? {}).sort() },
  },
})

/** All modes, narrowest first. */
const MODES: readonly Mode[] = [
  {
    name: 'associated-node',
    applies: (wanted, caller) => onlyNamed(wanted) && isOwnNode(wanted, caller),
    shown: withoutNode,
  },
  { name: 'arbitrary-node', applies: (wanted) => onlyNamed(wanted) && nodeNameOf(wanted.name) !== undefined },
  { name: 'serviceaccount', applies: (wanted) => onlyNamed(wanted) && isAccount(wanted.name) },
  { name: 'user-info', applies: ({ name }) => nodeNameOf(name) === undefined && !isAccount(name) },
]

/** From this number on, permission for all groups or extras is asked for before that for each. */
const MANY = 4

/** What a caller must be allowed besides the request itself. */
class Check {
  constructor(
    private readonly mode: Mode,
    private readonly request: Attributes,
    private readonly authorizer: AuthorizeOnly,
  ) {}

  /** Throws Forbidden for the first part that the caller may not impersonate in this mode. */
  async run(wanted: WantedUser): Promise<Impersonated> {
    const verb = `impersonate:${this.mode.name}`
    await this.demand({ ...this.request, verb: `impersonate-on:${this.mode.name}:${this.request.verb}` })
    await this.demand(this.identity(nameCheck(wanted)))
    if (wanted.uid) await this.demand(this.identity({ resource: 'uids', name: wanted.uid }))
    await this.demandGroups(wanted.groups)
    await this.demandExtra(wanted.extra)
    const node = nodeNameOf(wanted.name)
    return { user: completedUser(wanted, node === undefined ? [] : [NODES_GROUP]), constraint: verb }
  }

  private identity(part: Partial<Attributes>): Attributes {
    return {
      user: this.request.user,
      verb: `impersonate:${this.mode.name}`,
      isResourceRequest: true,
      apiGroup: AUTHENTICATION_GROUP,
      apiVersion: 'v1',
      resource: '',
      subresource: '',
      namespace: '',
      name: '',
      path: '',
      ...part,
    }
  }

  private async refusal(asked: Attributes): Promise<ApiError | undefined> {
    const attributes = this.mode.shown?.(asked) ?? asked
    const { verdict, reason } = await this.authorizer.authorize(attributes)
    return verdict === 'allow' ? undefined : forbidden(attributes, reason)
  }

  private async demand(asked: Attributes): Promise<void> {
    const refusal = await this.refusal(asked)
    if (refusal) throw refusal
  }

  private async demandGroups(groups: readonly string[]): Promise<void> {
    const about = (name: string) => this.identity({ resource: 'groups', name })
    if (groups.includes('')) throw forbidden(about(''), 'impersonating the empty string group is not allowed')
    if (groups.includes(MASTERS_GROUP))
      throw forbidden(about(MASTERS_GROUP), `impersonating the ${MASTERS_GROUP} group is not allowed`)
    if (groups.length >= MANY && !(await this.refusal(about('*')))) return
    for (const group of groups) await this.demand(about(group))
  }

  private async demandExtra(extra: WantedUser['extra']): Promise<void> {
    const about = (subresource: string, name: string) => this.identity({ resource: 'userextras', subresource, name })
    const wrong = extraFault(extra)
    if (wrong) throw forbidden(about('', ''), wrong)
    const values = Object.entries(extra).flatMap(([key, all]) => all.map((value) => [key, value] as const))
    if (values.length >= MANY && !(await this.refusal(about('*', '*')))) return
    for (const [key, value] of values) await this.demand(about(key, value))
  }
}

function nameCheck({ name }: WantedUser): Partial<Attributes> {
  const [node, account] = [nodeNameOf(name), splitServiceAccountUser(name)]
  if (node !== undefined) return { resource: 'nodes', name: node }
  return account ? { resource: 'serviceaccounts', ...account } : { resource: 'users', name }
}

/** Why extra values can't be impersonated in a limited way; undefined if they can. */
function extraFault(extra: WantedUser['extra']): string | undefined {
  for (const [key, values] of Object.entries(extra)) {
    if (key === '') return 'impersonating the empty string key in extra is not allowed'
    const [unfit] = domainPrefixedPath(key)
    if (unfit)
      return `impersonating an invalid key in extra is not allowed: extra.key: Invalid value: ${JSON.stringify(unfit[0])}: ${unfit[1]}`
    if (key !== key.toLowerCase())
      return `impersonating a non-lowercase key in extra is not allowed: ${JSON.stringify(key)}`
    if (values.includes('')) return 'impersonating the empty string value in extra is not allowed'
  }
  return undefined
}

/** The mode that served each caller last, by name: it is tried first. */
export type RememberedModes = Map<string, string>
const MOST_REMEMBERED = 1_000
/** The mode without limits, whose verb is `impersonate`. */
const UNLIMITED = 'unlimited'

/**
 * Impersonates in the first mode that the caller has permission for: the limited ones, then `inAll`, the one for all requests. Throws the
 * Forbidden of the first mode if none allows it.
 */
export async function constrainedImpersonation(
  wanted: WantedUser,
  request: Attributes,
  authorizer: AuthorizeOnly,
  inAll: (request: Attributes) => Promise<Impersonated>,
  remembered: RememberedModes,
): Promise<Impersonated> {
  const modes = [
    ...MODES.filter((mode) => mode.applies(wanted, request.user)).map((mode) => ({
      name: mode.name,
      run: () => new Check(mode, request, authorizer).run(wanted),
    })),
    { name: UNLIMITED, run: () => inAll(request) },
  ]
  const last = remembered.get(request.user.name)
  let first: ApiError | undefined
  for (const { name, run } of modes.sort((a, b) => Number(b.name === last) - Number(a.name === last)))
    try {
      const found = await run()
      remember(remembered, request.user.name, name)
      return found
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      first ??= error
    }
  throw first ?? forbidden(request, '')
}

function remember(modes: RememberedModes, caller: string, mode: string): void {
  modes.delete(caller)
  modes.set(caller, mode)
  const oldest = modes.keys().next()
  if (modes.size > MOST_REMEMBERED && !oldest.done) modes.delete(oldest.value)
}
