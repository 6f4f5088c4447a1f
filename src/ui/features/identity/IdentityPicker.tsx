import { Select } from '@mantine/core'
import { useState } from 'react'
import { ADMIN, identityOf, impersonationId, NOBODY, useIdentities } from '../../state/identity'

/** Picks one of the tab's identities, or any user name to impersonate. */
export function IdentityPicker({
  label,
  value,
  onChange,
}: {
  readonly label: string
  readonly value: string
  readonly onChange: (id: string) => void
}) {
  const { known, recent } = useIdentities()
  const [typed, setTyped] = useState('')
  const nameOf = (id: string): string => identityOf(id, known)?.name ?? `${id} (not in this tab)`
  const ids = [...new Set([ADMIN.id, NOBODY.id, ...Object.keys(known), ...recent, value])]
  const name = typed.trim()
  const isNew = name !== '' && !ids.some((id) => nameOf(id) === name)
  return (
    <Select
      label={label}
      data={[
        ...ids.map((id) => ({ value: id, label: nameOf(id) })),
        ...(isNew ? [{ value: impersonationId(name, []), label: `Impersonate ${name}` }] : []),
      ]}
      value={value}
      searchable
      onSearchChange={setTyped}
      allowDeselect={false}
      error={identityOf(value, known) ? undefined : 'This tab does not have these credentials'}
      onChange={(id) => id && onChange(id)}
    />
  )
}
