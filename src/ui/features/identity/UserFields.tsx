import { ActionIcon, Button, PasswordInput, TextInput } from '@mantine/core'
import { Icon } from '../../components/Icon'
import { useImpersonate } from './acting'
import type { PersonRow } from './token-rows'

/** A user in the file. */
export function UserFields({
  i,
  who,
  row,
  set,
  drafted,
  change,
  rows,
}: {
  readonly i: number
  readonly who: string
  readonly row: PersonRow
  readonly set: (i: number, part: Partial<PersonRow>) => void
  readonly drafted: boolean
  readonly change: (value: readonly PersonRow[]) => void
  readonly rows: readonly PersonRow[]
}) {
  const be = useImpersonate()
  return (
    <div>
      <TextInput
        label="User"
        aria-label={`User name of ${who}`}
        value={row.name}
        error={row.name.trim() === ''}
        onChange={(e) => set(i, { name: e.currentTarget.value })}
      />
      <TextInput
        label="UID"
        aria-label={`UID of ${who}`}
        value={row.uid}
        onChange={(e) => set(i, { uid: e.currentTarget.value })}
      />
      <TextInput
        label="Groups, comma-separated"
        aria-label={`Groups of ${who}`}
        value={row.groups.join(',')}
        onChange={(e) => set(i, { groups: e.currentTarget.value.split(',') })}
      />
      <PasswordInput
        label="Token"
        aria-label={`Token of ${who}`}
        autoComplete="off"
        value={row.token}
        error={row.token.trim() === ''}
        onChange={(e) => set(i, { token: e.currentTarget.value })}
      />
      <Button
        px={8}
        disabled={drafted || !row.token}
        aria-label={`Act as ${who}`}
        onClick={() =>
          be({
            id: `token:${row.name}`,
            name: row.name,
            groups: row.groups.filter((group) => group !== ''),
            note: 'Static token',
            credential: { type: 'token', token: row.token },
          })
        }
      >
        Act as
      </Button>
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={`Remove ${who}`}
        onClick={() => change(rows.filter((_, j) => i !== j))}
      >
        <Icon name="trash" />
      </ActionIcon>
    </div>
  )
}
