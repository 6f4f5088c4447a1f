import { conflictError, invalidObject, objectModified, unclassifiedError } from '../machinery/api-error'
import { invalid } from '../machinery/field-error'
import type { ApiObject } from '../machinery/object'
import { parseRevision } from '../machinery/revision'
import { repeatedErrors, repeatsErrors } from './meta-repeats'
import type { Update } from './update'
import type { WriteStep } from './write-steps'

/** The resourceVersion that a change was made from; 0 when the object names none. */
export function versionOf({ metadata: { resourceVersion } }: ApiObject): number {
  const version = parseRevision(resourceVersion)
  if (version === undefined)
    throw unclassifiedError(`metadata.resourceVersion "${resourceVersion ?? ''}" is no version`)
  return version
}

const differs = (uid: string | undefined, old: ApiObject): boolean =>
  uid !== undefined && uid !== '' && uid !== old.metadata.uid

/** What the client sent is a precondition; what admission made of it is a change like others. */
export const checkPrecondition: WriteStep<Update> = ({ call, rules, sent, old }) => {
  const { uid } = sent.metadata
  if (differs(uid, old) && !rules.isPatch)
    throw conflictError(
      call.type.hub,
      call.name,
      `Precondition failed: UID in precondition: ${uid}, UID in object meta: ${old.metadata.uid}`,
    )
}

export const checkVersion: WriteStep<Update> = (update) => {
  const { call, rules, draft, old } = update
  const { hub } = call.type
  const version = versionOf(draft)
  const named = version !== 0
  if (named && version !== Number(old.metadata.resourceVersion)) throw objectModified(hub, call.name)
  if (!named && hub.behaviour.unconditionalUpdate === false && !rules.isPatch)
    throw invalidObject({ group: hub.group, kind: hub.resource }, call.name, [
      invalid('metadata.resourceVersion', version, 'must be specified for an update'),
    ])
  // A patch has the version of what it was applied to; applied again, one that names another version is refused above.
  update.mayRetry = rules.retry && (rules.isPatch || !named)
}

export const checkUid: WriteStep<Update> = ({ call, draft, old }) => {
  const { uid } = draft.metadata
  if (!differs(uid, old)) return
  const wrong = [invalid('metadata.uid', uid, 'field is immutable')]
  throw invalidObject(call.type.hub, call.name, repeatsErrors(call) ? repeatedErrors(call.type.hub, wrong, []) : wrong)
}
