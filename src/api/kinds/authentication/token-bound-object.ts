import { badRequest, conflictError, notFoundError } from '../../../machinery/api-error'
import { pathSegment } from '../../../machinery/names'
import { type ApiObject, parseApiVersion } from '../../../machinery/object'
import type { ObjectReader } from '../../../machinery/reader'
import { behaves, type Served } from '../../releases/ledger'
import { referenceTo, type Reference } from './token-claims'

/** The object whose life ends the life of a token, as a TokenRequest names it. */
export interface BoundObjectReference {
  readonly apiVersion?: string
  readonly kind?: string
  readonly name?: string
  readonly uid?: string
}

/** What the claims of a bound token refer to. */
export interface BoundObjects {
  readonly pod?: Reference
  readonly secret?: Reference
  /** The node itself, or the one of the pod; without a uid if it does not exist. */
  readonly node?: Partial<Reference> & Pick<Reference, 'name'>
}

interface Asked {
  readonly reader: ObjectReader
  readonly namespace: string
  /** The account's name. */
  readonly name: string
  readonly served: Served
}

const RESOURCES: Readonly<Record<string, string>> = { Pod: 'pods', Secret: 'secrets', Node: 'nodes' }

/**
 * The references of a token bound to an object; none without `ref`. Throws BadRequest for a kind that tokens can't be bound to and for a pod
 * of another account, NotFound for a missing object, Conflict if its uid differs.
 */
export function boundObjects(ref: BoundObjectReference | null, asked: Asked): BoundObjects {
  if (!ref) return {}
  const { kind, resource } = kindOf(ref, asked.served)
  const object = find(ref, resource, kind === 'Node' ? undefined : asked.namespace, asked.reader)
  if (kind === 'Pod' && specOf(object).serviceAccountName !== asked.name)
    throw badRequest(
      `cannot bind token for serviceaccount "${asked.name}" to pod running with different serviceaccount name.`,
    )
  if (ref.uid && ref.uid !== object.metadata.uid)
    throw conflictError(
      { group: '', resource: kind },
      ref.name ?? '',
      `the UID in the bound object reference (${ref.uid}) does not match the UID in record. The object might have been deleted and then recreated`,
    )
  if (kind === 'Node') return { node: referenceTo(object) }
  return kind === 'Pod' ? { pod: referenceTo(object), ...nodeOf(object, asked) } : { secret: referenceTo(object) }
}

function kindOf(ref: BoundObjectReference, served: Served): { kind: string; resource: string } {
  // An invalid apiVersion counts as empty.
  const { group, version } = parseApiVersion(ref.apiVersion ?? '') ?? { group: '', version: '' }
  const kind = ref.kind ?? ''
  const resource = RESOURCES[kind]
  const known = kind !== 'Node' || behaves('tokens-bound-to-nodes-known', served.release)
  if (group !== '' || !resource || !known)
    throw badRequest(`cannot bind token to object of type ${group}/${version}, Kind=${kind}`)
  if (kind === 'Node' && !behaves('tokens-bound-to-nodes', served))
    throw badRequest(
      'cannot bind token to a Node object as the "ServiceAccountTokenNodeBinding" feature-gate is disabled',
    )
  return { kind, resource }
}

function find(
  { name }: BoundObjectReference,
  resource: string,
  namespace: string | undefined,
  reader: ObjectReader,
): ApiObject {
  if (!name) throw badRequest('Name parameter required.')
  const unfit = pathSegment(name)
  if (unfit.length > 0) throw badRequest(`Name parameter invalid: ${JSON.stringify(name)}: ${unfit.join(';')}`)
  const object = reader.get({ group: '', resource }, namespace, name)
  if (!object) throw notFoundError({ group: '', resource }, name)
  return object
}

/** The node of a pod, so that the users of a token can be told apart by node. */
function nodeOf(pod: ApiObject, { reader, served }: Asked): Pick<BoundObjects, 'node'> {
  const { nodeName } = specOf(pod)
  if (!nodeName || !behaves('pod-tokens-name-nodes', served)) return {}
  const node = reader.get({ group: '', resource: 'nodes' }, undefined, nodeName)
  return { node: node ? referenceTo(node) : { name: nodeName } }
}

const specOf = ({ spec }: ApiObject): { serviceAccountName?: string; nodeName?: string } => spec ?? {}
