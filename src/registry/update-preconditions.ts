import { goNumberProblem } from '../machinery/go-number'
import { type ApiError, conflictError, objectModified, unclassifiedError } from '../machinery/api-error'
import { invalidObject } from '../machinery/invalid-object'
import { GoText } from '../machinery/go-values'
import { behaves } from '../api/releases/ledger'
import { invalid } from '../machinery/field-error'
import type { FieldError } from '../machinery/field-wording'
import type { ApiObject } from '../machinery/object'
import { parseRevision } from '../machinery/revision'
import { repeatedErrors } from './repeated-meta-errors'
import type { Update } from './update'
import type { ServedType } from './resource-type'
import type { WriteCall } from './write-call'
import type { WriteStep } from './write-steps'

/** The resourceVersion a change is based on; 0 if the object has none. */
export function versionOf({ metadata: { resourceVersion } }: ApiObject): number {
  const version = parseRevision(resourceVersion)
  if (version === undefined) throw unclassifiedError(goNumberProblem('ParseUint', resourceVersion ?? ''))
  return version
}

const differs = (uid: string | undefined, old: ApiObject): boolean =>
  uid !== undefined && uid !== '' && uid !== old.metadata.uid

const judgesVersion = ({ type: { hub }, context, subresource }: WriteCall): boolean =>
  subresource === '' &&
  hub.behaviour.versionJudged !== undefined &&
  behaves(hub.behaviour.versionJudged, context.release)

/** The resourceVersion sent by the client is a precondition; one set by admission is an ordinary change. */
export const checkPrecondition: WriteStep<Update> = ({ call, rules, sent, old }) => {
  const { uid } = sent.metadata
  if (judgesVersion(call)) return
  if (differs(uid, old) && !rules.isPatch) throw otherObject(call, uid, old.metadata.uid)
}

/** Storage names of resources whose key prefix differs from their resource name. */
const PLACES: Readonly<Record<string, string>> = {
  endpoints: 'services/endpoints',
  ingresses: 'ingress',
  nodes: 'minions',
  replicationcontrollers: 'controllers',
  services: 'services/specs',
}

function placeOf({ custom, hub: { group, resource } }: ServedType): string {
  const named = custom || group === 'apiextensions.orch.io' || group === 'apiregistration.orch.io'
  return named ? `${group}/${resource}` : (PLACES[resource] ?? resource)
}

/** Error for a uid that belongs to another object of this name; like the reference's store, it quotes the storage key. */
export function otherObject(
  { type, namespace, name, dryRun }: Pick<WriteCall, 'type' | 'namespace' | 'name' | 'dryRun'>,
  wanted: string | undefined,
  found = '',
): ApiError {
  // A dry run compares before the store would add its prefix.
  const key = [dryRun ? '' : '/registry', placeOf(type), ...(type.hub.namespaced ? [namespace] : []), name].join('/')
  const why = `Precondition failed: UID in precondition: ${wanted}, UID in object meta: ${found}`
  return conflictError(
    type,
    name,
    `StorageError: invalid object, Code: 4, Key: ${key}, ResourceVersion: 0, AdditionalErrorMsg: ${why}`,
  )
}

/** Error for an applied object that names a uid where there is nothing yet. */
export const noSuchObject = ({ type, name }: Pick<WriteCall, 'type' | 'name'>, wanted: string): ApiError =>
  conflictError(
    type,
    name,
    `uid mismatch: the provided object specified uid ${wanted}, and no existing object was found`,
  )

/** Refuses an update whose resourceVersion is not the object's current one, or is missing where the kind requires it. */
export const checkVersion: WriteStep<Update> = (update) => {
  const { call, rules, draft, old } = update
  const { hub } = call.type
  const version = versionOf(draft)
  const named = version !== 0
  if (named && version !== Number(old.metadata.resourceVersion)) throw objectModified(call.type, call.name)
  if (!named && hub.behaviour.unconditionalUpdate === false && !rules.isPatch)
    throw invalidObject({ group: call.type.group, kind: hub.resource }, call.name, [
      invalid('metadata.resourceVersion', new GoText('0x0', 0), 'must be specified for an update'),
    ])
  // A patch inherits the version of the object it was applied to, so it may be retried; one that names another version was refused above.
  update.mayRetry = rules.retry && (rules.isPatch || !named)
}

/** Refuses an update that names another uid. */
export const checkUid: WriteStep<Update> = ({ call, draft, old }) => {
  const { uid } = draft.metadata
  if (judgesVersion(call) || !differs(uid, old)) return
  const wrong = [invalid('metadata.uid', uid, 'field is immutable')]
  throw invalidObject(call.type.hub, call.name, repeatedErrors(call.type.hub, wrong, []))
}

/** What an update says about version and uid, where these are judged with all other fields. */
export function identityErrors({ call, sent, draft, old }: Update): FieldError[] {
  if (!judgesVersion(call)) return []
  const { uid } = draft.metadata
  return [
    ...(sent.metadata.resourceVersion
      ? []
      : [invalid('metadata.resourceVersion', '', 'must be specified for an update')]),
    ...(differs(uid, old) ? [invalid('metadata.uid', uid, 'field is immutable')] : []),
  ]
}
