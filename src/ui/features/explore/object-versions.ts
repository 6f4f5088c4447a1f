import { equal } from '../../../machinery/json'
import type { ApiObject } from '../../../machinery/object'
import type { Version } from '../../queries/object-history'

/** The versions of this object, newest first; not those of a former object of the same name. */
export const ownVersions = (versions: readonly Version[], { kind, apiVersion, metadata }: ApiObject): Version[] =>
  versions
    .filter((version) => version.object.metadata.uid === metadata.uid)
    .map((version) => ({ ...version, object: { apiVersion, kind, ...version.object } }))
    .reverse()

/** An object without its status, and without the metadata that every write changes. */
function withoutStatus({ status: _status, metadata, ...rest }: ApiObject): unknown {
  const { resourceVersion: _version, managedFields: _owners, ...own } = metadata
  return { ...rest, metadata: own }
}

/** Whether a version differs from the one before in nothing but its status. */
export function changedOnlyStatus(before: Version | undefined, after: Version): boolean {
  if (!before || before.gone || after.gone) return false
  const sameStatus = equal(before.object['status'], after.object['status'])
  return !sameStatus && equal(withoutStatus(before.object), withoutStatus(after.object))
}

/** The versions, newest first, without those that changed only the status. The newest and the selected one stay. */
export const withoutStatusUpdates = (versions: readonly Version[], selected: Version | undefined): Version[] =>
  versions.filter((one, i) => i === 0 || one === selected || !changedOnlyStatus(versions[i + 1], one))
