import { Select, TagsInput } from '@mantine/core'
import { useMemo } from 'react'
import { bindingOf } from '../../../authorization/policy'
import { Explained } from '../../components/terms/Explained'
import { useAccess } from './context'
import { withField } from './edit-rbac-drafts'
import { personOf, personOfSubject, personText, subjectOf } from './people'
import { isRole, type RbacDraft } from './rbac-drafts'

/** The subjects and the role of a drafted binding as a form. The text is authoritative: every change is written to it at once. */
export function BindingForm({
  document,
  text,
  onChange,
}: {
  readonly document: RbacDraft
  readonly text: string
  readonly onChange: (text: string) => void
}) {
  const { candidates, objects, drafts, stored } = useAccess()
  const kind = document.kind === 'RoleBinding' ? 'RoleBinding' : 'ClusterRoleBinding'
  const binding = document.object && bindingOf(document.object, kind)
  const roles = useMemo(() => {
    const known = [
      ...drafts.map(({ kind: role, namespace, name }) => ({ role, namespace, name })),
      ...objects.map((object) => ({
        role: object.kind ?? '',
        namespace: object.metadata.namespace ?? '',
        name: object.metadata.name ?? '',
      })),
    ].filter(({ role, namespace }) => isRole(role) && (role === 'ClusterRole' || namespace === document.namespace))
    return ['Role', 'ClusterRole'].map((group) => ({
      group,
      items: [...new Set(known.filter(({ role }) => role === group).map(({ name }) => name))].map((name) => ({
        value: `${group}/${name}`,
        label: name,
      })),
    }))
  }, [drafts, objects, document.namespace])
  if (!binding) return null
  const isStored = stored(kind, document.namespace, document.name) !== undefined
  const setRole = (value: string | null): void => {
    const [role = '', name = ''] = value?.split('/') ?? []
    onChange(withField(text, document.index, 'roleRef', { apiGroup: 'rbac.authorization.orch.io', kind: role, name }))
  }
  const setSubjects = (texts: readonly string[]): void => {
    const people = texts.map(personOf).filter((person) => person !== undefined)
    onChange(withField(text, document.index, 'subjects', people.map(subjectOf)))
  }
  return (
    <div className="o-stack">
      <Explained term="subject">
        <TagsInput
          label="Subjects"
          description="Users, group:NAME or account:NAMESPACE/NAME"
          value={binding.subjects.map((subject) => personText(personOfSubject(subject, binding.namespace)))}
          data={candidates.filter(({ system }) => !system).map(({ text: candidate }) => candidate)}
          onChange={setSubjects}
          maxDropdownHeight={220}
          comboboxProps={{ position: 'bottom-start' }}
          acceptValueOnBlur
        />
      </Explained>
      <Explained term="role">
        <Select
          label="Role"
          description={isStored ? 'The role of a saved binding cannot be changed.' : undefined}
          disabled={isStored}
          searchable
          allowDeselect={false}
          value={`${binding.roleRef.kind}/${binding.roleRef.name}`}
          data={roles}
          limit={200}
          onChange={setRole}
        />
      </Explained>
    </div>
  )
}
