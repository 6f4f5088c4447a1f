import { Button } from '@mantine/core'
import { type Binding, type PolicyRule, RBAC_GROUP, RBAC_RESOURCES, type Role } from '../../../authorization/policy'
import type { GrantedRule } from '../../../authorization/policy-index'
import { Go } from '../../components/Go'
import { Icon } from '../../components/Icon'
import { objectPlace, type Place } from '../../state/place'
import { rightsPlace, useAccess, useRbacDrafts } from './context'
import { personOf, personOfSubject, personText } from './people'
import type { RbacKind } from './remedy'
import { isRbacKind } from './rbac-drafts'

/** The page of a role or binding. */
export const rbacPlace = (kind: RbacKind, namespace: string, name: string): Place =>
  objectPlace({ group: RBAC_GROUP, version: 'v1', resource: RBAC_RESOURCES[kind].resource }, namespace, name)

/** The name of a role or binding, as a link if it exists. */
export function RbacLink({
  kind,
  namespace,
  name,
}: {
  readonly kind: string
  readonly namespace: string
  readonly name: string
}) {
  const { stored } = useAccess()
  const title = namespace ? `${namespace}/${name}` : name
  return (
    <span>
      <span className="o-dim">{kind}</span>{' '}
      {isRbacKind(kind) && stored(kind, namespace, name) ? (
        <Go place={rbacPlace(kind, namespace, name)} className="o-mono o-break">
          {title}
        </Go>
      ) : (
        <span className="o-mono o-break">{title}</span>
      )}
    </span>
  )
}

/** A subject, linked to its permissions. */
export function PersonLink({ text, namespace }: { readonly text: string; readonly namespace?: string }) {
  const person = personOf(text)
  const [prefix = '', ...rest] = text.split(':')
  return person ? (
    <Go place={rightsPlace(text, namespace)} className="o-mono o-break">
      <span className="o-dim">{prefix}:</span>
      {rest.join(':')}
    </Go>
  ) : (
    <span className="o-mono">{text}</span>
  )
}

const listed = (items: readonly string[] | undefined): string => (items ?? []).join(', ')

/** A rule on one line: verbs, resources and names. */
export function RuleLine({ rule }: { readonly rule: PolicyRule }) {
  const { verbs, apiGroups = [], resources = [], resourceNames = [], nonResourceURLs = [] } = rule
  const groups = apiGroups.map((group) => (group === '' ? 'core' : group))
  return (
    <span className="o-rule">
      <b data-cell="Verbs" className={verbs.includes('*') ? 'star' : ''}>
        {verbs.includes('*') ? '* (every verb)' : listed(verbs)}
      </b>{' '}
      {resources.length > 0 && (
        <>
          <span data-cell="Resources" className={resources.includes('*') ? 'star' : ''}>
            {resources.includes('*') ? '* (every resource)' : listed(resources)}
          </span>{' '}
        </>
      )}
      {apiGroups.length > 0 && (
        <>
          <span data-cell="API groups" className={`of ${apiGroups.includes('*') ? 'star' : ''}`}>
            of {apiGroups.includes('*') ? '* (every group)' : groups.join(', ')}
          </span>{' '}
        </>
      )}
      {resourceNames.length > 0 && (
        <>
          <span data-cell="Names" className="of">
            named {listed(resourceNames)}
          </span>{' '}
        </>
      )}
      {nonResourceURLs.length > 0 && <span data-cell="Paths">{listed(nonResourceURLs)}</span>}
    </span>
  )
}

/** The binding, role and rule that grant a right. */
export function GrantPath({ grant }: { readonly grant: GrantedRule }) {
  const { binding, role, ruleIndex } = grant
  return (
    <span data-cell="Granted by">
      <RbacLink kind={binding.kind} namespace={binding.namespace} name={binding.name} />{' '}
      <span className="o-faint" aria-hidden="true">
        →
      </span>{' '}
      <RbacLink kind={role.kind} namespace={role.namespace} name={role.name} />{' '}
      <span className="o-dim o-num">rule {ruleIndex + 1}</span>
    </span>
  )
}

/** Opens a role or binding on the draft page. */
export function EditButton({ of, label = 'Draft a change' }: { readonly of: Role | Binding; readonly label?: string }) {
  const { find } = useAccess()
  const { draft } = useRbacDrafts()
  const object = find(of.kind, of.namespace, of.name)
  return (
    <Button
      size="compact-sm"
      variant="default"
      disabled={!object}
      leftSection={<Icon name="edit" size={12} />}
      aria-label={`${label}: ${of.kind} ${of.name}`}
      onClick={() => object && draft([object])}
    >
      {label}
    </Button>
  )
}

/** The subjects of a binding, as links. */
export function Subjects({ binding }: { readonly binding: Binding }) {
  if (binding.subjects.length === 0) return <span className="o-faint">no subjects</span>
  return (
    <span className="o-chips">
      {binding.subjects.map((subject, i) => (
        <span key={i}>
          <PersonLink
            text={personText(personOfSubject(subject, binding.namespace))}
            namespace={binding.namespace}
          />{' '}
        </span>
      ))}
    </span>
  )
}
