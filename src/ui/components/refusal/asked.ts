import { readForbidden, type Refusal } from '../../../authorization/forbidden'
import { splitServiceAccountUser } from '../../../authorization/policy'
import { targetOf } from '../../../machinery/request-target'
import { requestInfoOf } from '../../../server/request-info'
import type { Identity } from '../../state/identity'
import type { Place } from '../../state/place'
import type { RequestRow } from '../../state/requests'

/** A request refused for lack of rights: the user and the attributes. */
export interface RefusedRequest extends Refusal {
  /** The object's name if known; '' for a whole collection. */
  readonly name: string
}

const escapePart = (part: string): string => part.replaceAll('+', '%2B')

/** The user in the notation of the access pages; with groups if the user is the page's identity. */
export function whoText(user: string, identity: Pick<Identity, 'name' | 'groups'>): string {
  const account = splitServiceAccountUser(user)
  if (account) return `account:${account.namespace}/${account.name}`
  const groups = identity.name === user ? identity.groups : []
  return `user:${[user, ...groups].map(escapePart).join('+')}`
}

/** `deployments.apps/scale`, or the path of a non-resource request. */
export function whatText({ isResourceRequest, resource, apiGroup, path }: Refusal): string {
  if (!isResourceRequest) return path
  const [plural = '', subresource] = resource.split('/', 2)
  return `${plural}${apiGroup ? `.${apiGroup}` : ''}${subresource ? `/${subresource}` : ''}`
}

/** The attributes of a refused request from its trace; undefined if authorization did not refuse it. */
export function askedOf({ trace }: Pick<RequestRow, 'trace'>): RefusedRequest | undefined {
  const refused = trace?.steps.find(({ stage, verdict }) => stage === 'authorization' && verdict === 'refused')
  const refusal = refused && readForbidden(refused.reason)
  if (!trace || !refusal) return undefined
  const { name } = requestInfoOf(trace.method, targetOf({ url: `http://orchard.invalid${trace.path}` }))
  return { ...refusal, name }
}

/** The page that explains why a request was refused. */
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
