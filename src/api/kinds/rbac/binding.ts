import { addAll } from '../../../machinery/lists'
import type { FieldError } from '../../../machinery/field-wording'
import { invalid, notSupported, required } from '../../../machinery/field-error'
import { GoStruct } from '../../../machinery/go-values'
import { equal } from '../../../machinery/json'
import { dns1123Subdomain, pathSegment } from '../../../machinery/names'
import type { ApiObject } from '../../../machinery/object'
import type { KindBehaviour } from '../../kind'
import { AGE, tableOf } from '../meta/table-columns'
import { GROUP } from './rules'

interface DraftSubject {
  kind?: string
  apiGroup?: string
  name?: string
  namespace?: string
}
interface DraftRef {
  kind?: string
  apiGroup?: string
  name?: string
}

const subjectsOf = (binding: ApiObject): DraftSubject[] =>
  Array.isArray(binding['subjects']) ? (binding['subjects'] as DraftSubject[]) : []
const refOf = (binding: ApiObject): DraftRef => binding['roleRef'] ?? {}

/** Defaults the API group of roles and subjects; service accounts are in the core group. */
function fillGroups(binding: ApiObject): void {
  const ref = refOf(binding)
  binding['roleRef'] = ref
  if (!ref.apiGroup) ref.apiGroup = GROUP
  for (const subject of subjectsOf(binding))
    if (!subject.apiGroup && (subject.kind === 'User' || subject.kind === 'Group')) subject.apiGroup = GROUP
}

function subjectErrors(subject: DraftSubject, namespaced: boolean, at: string): FieldError[] {
  const { kind = '', apiGroup = '', name = '', namespace = '' } = subject
  const errors: FieldError[] = name ? [] : [required(`${at}.name`)]
  if (kind === 'ServiceAccount') {
    if (name)
      addAll(
        errors,
        dns1123Subdomain(name).map((why) => invalid(`${at}.name`, name, why)),
      )
    if (apiGroup) errors.push(notSupported(`${at}.apiGroup`, apiGroup, ['']))
    if (!namespaced && !namespace) errors.push(required(`${at}.namespace`))
  } else if (kind === 'User' || kind === 'Group') {
    if (apiGroup !== GROUP) errors.push(notSupported(`${at}.apiGroup`, apiGroup, [GROUP]))
  } else errors.push(notSupported(`${at}.kind`, kind, ['ServiceAccount', 'User', 'Group']))
  return errors
}

function refErrors(ref: DraftRef, kinds: readonly string[]): FieldError[] {
  const errors: FieldError[] = []
  if (ref.apiGroup !== GROUP) errors.push(notSupported('roleRef.apiGroup', ref.apiGroup ?? '', [GROUP]))
  if (!kinds.includes(ref.kind ?? '')) errors.push(notSupported('roleRef.kind', ref.kind ?? '', kinds))
  if (!ref.name) errors.push(required('roleRef.name'))
  else
    addAll(
      errors,
      pathSegment(ref.name).map((why) => invalid('roleRef.name', ref.name, why)),
    )
  return errors
}

const subjectNames = (binding: ApiObject, wanted: string): string =>
  subjectsOf(binding)
    .filter(({ kind }) => kind === wanted)
    .map(({ name = '', namespace = '' }) => (wanted === 'ServiceAccount' ? `${namespace}/${name}` : name))
    .join(', ')

const [, , ageCell] = AGE
const TABLE = tableOf(
  (binding) => binding,
  [
    'Role',
    'string',
    (binding) => `${refOf(binding).kind ?? ''}/${refOf(binding).name ?? ''}`,
    { description: 'Kind and name of the role that is granted.' },
  ],
  ['Age', 'string', ageCell, { description: 'Time since the binding was created.' }],
  [
    'Users',
    'string',
    (binding) => subjectNames(binding, 'User'),
    { priority: 1, description: 'Users that hold the role by this binding.' },
  ],
  [
    'Groups',
    'string',
    (binding) => subjectNames(binding, 'Group'),
    { priority: 1, description: 'Groups whose members hold the role by this binding.' },
  ],
  [
    'ServiceAccounts',
    'string',
    (binding) => subjectNames(binding, 'ServiceAccount'),
    { priority: 1, description: 'Service accounts that hold the role by this binding.' },
  ],
)

const printedRef = ({ apiGroup, kind, name }: ReturnType<typeof refOf>): GoStruct =>
  new GoStruct('rbac.RoleRef', { APIGroup: apiGroup ?? '', Kind: kind ?? '', Name: name ?? '' })

/** Behaviour common to bindings of both scopes. */
export const bindingBehaviour = (kind: string, namespaced: boolean, roleKinds: readonly string[]): KindBehaviour => ({
  group: GROUP,
  resource: `${kind.toLowerCase()}s`,
  metadataPasses: [1, 2],
  repeatsObjectErrors: true,
  exporting: 'refused',
  kind,
  nameRule: 'path',
  createOnUpdate: true,
  defaults: fillGroups,
  validate: (binding) => [
    ...refErrors(refOf(binding), roleKinds),
    ...subjectsOf(binding).flatMap((subject, i) => subjectErrors(subject, namespaced, `subjects[${i}]`)),
  ],
  // The role is immutable: otherwise permission to update a binding would allow granting any role.
  validateUpdate: (binding, old) =>
    equal(refOf(binding), refOf(old)) ? [] : [invalid('roleRef', printedRef(refOf(binding)), 'cannot change roleRef')],
  ...TABLE,
})
