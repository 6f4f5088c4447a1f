/** RoleBinding and ClusterRoleBinding of rbac v1alpha1, whose subjects have an apiVersion instead of a group. */
import type { JsonObject } from '../../../machinery/json'
import { parseApiVersion } from '../../../machinery/object'
import { asText, changeAt, without, type Conversion } from '../../conversion/parts'

const GROUP = 'rbac.authorization.orch.io'
const SUBJECTS = ['subjects', '[]']

function subjectToHub(subject: JsonObject): JsonObject {
  const rest = without(subject, 'apiVersion')
  // v1alpha1 wrote all authenticated users as user *.
  if (subject.kind === 'User' && subject.name === '*')
    return { ...rest, kind: 'Group', name: 'system:authenticated', apiGroup: GROUP }
  if (subject.kind === 'User' || subject.kind === 'Group') return { ...rest, apiGroup: GROUP }
  if (subject.kind === 'ServiceAccount') return rest
  const group = parseApiVersion(asText(subject.apiVersion) ?? '')?.group
  return group ? { ...rest, apiGroup: group } : rest
}

function subjectFromHub(subject: JsonObject): JsonObject {
  const rest = without(subject, 'apiGroup')
  if (subject.kind === 'ServiceAccount') return { ...rest, apiVersion: 'v1' }
  if (subject.kind === 'User' || subject.kind === 'Group') return { ...rest, apiVersion: `${GROUP}/v1alpha1` }
  return subject.apiGroup ? { ...rest, apiVersion: `${asText(subject.apiGroup) ?? ''}/v1alpha1` } : rest
}

/** Bindings in `v1alpha1`, whose subjects name an apiVersion. */
export const bindingAlpha: Conversion = {
  toHub: (object) => changeAt(object, SUBJECTS, subjectToHub),
  fromHub: (object) => changeAt(object, SUBJECTS, subjectFromHub),
}
