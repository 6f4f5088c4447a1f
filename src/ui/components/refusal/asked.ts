import { readForbidden, type Refusal } from '../../../authorization/forbidden'
import { splitServiceAccountUser } from '../../../authorization/policy'
import { targetOf } from '../../../machinery/request-target'
import { requestInfoOf } from '../../../server/request-info'
import type { Identity } from '../../state/identity'
import type { Place } from '../../state/place'
import type { RequestRow } from '../../state/requests'

/** A request that was refused for want of rights: who asked, and for what. */
export interface RefusedRequest extends Refusal {
  /** The object's name where it is known; '' for a whole collection. */
  readonly name: string
}

const escapePart = (part: string): string => part.replaceAll('+', '%2B')

/** Who asked, as the access pages write it; with their groups where the page's identity is theirs. */
export function whoText(user: string, identity: Pick<Identity, 'name' | 'groups'>): string {
  const account = splitServiceAccountUser(user)
  if (account) return `account:${account.namespace}/${account.name}`
  const groups = identity.name === user ? identity.groups : []
  return `user:${[user, ...groups].map(escapePart).join('+')}`
}

/** `deployments.apps/scale`, or the path of a request that is about no resource. */
export function whatText({ isResourceRequest, resource, apiGroup, path }: Refusal): string {
  if (!isResourceRequest) return path
  const [plural = '', subresource] = resource.split('/', 2)
  return `${plural}${apiGroup ? `.${apiGroup}` : ''}${subresource ? `/${subresource}` : ''}`
}

/** What a refused request asked for, read from its trace; undefined where it was not authorization that refused. */
export function askedOf({ trace }: Pick<RequestRow, 'trace'>): RefusedRequest | undefined {
  const refused = trace?.steps.find(({ stage, verdict }) => stage === 'authorization' && verdict === 'refused')
  const refusal = refused && readForbidden(refused.reason)
  if (!trace || !refusal) return undefined
  const { name } = requestInfoOf(trace.method, targetOf({ url: `http://orchard.invalid${trace.path}` }))
  return { ...refusal, name }
}

/** The page that says why a request was refused. */
export const whyRefusedPlace = (asked: RefusedRequest, identity: Pick<Identity, 'name' | 'groups'>): Place => ({
  to: '/access/why',
  search: {
    who: whoText(asked.user, identity),
    verb: asked.verb,
    what: whatText(asked),
    ns: asked.namespace || undefined,
    name: asked.name || undefined,
  },
})
