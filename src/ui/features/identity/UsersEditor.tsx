import { Button, PasswordInput, Textarea, TextInput } from '@mantine/core'
import { Icon } from '../../components/Icon'
import { EntryFields } from './DraftPart'
import type { UserForm } from './provider-form'

/** The provider's users and their claims. */
export function UsersEditor({
  users,
  onChange,
}: {
  readonly users: readonly UserForm[]
  readonly onChange: (users: readonly UserForm[]) => void
}) {
  const set = (i: number, part: Partial<UserForm>): void =>
    onChange(users.map((user, j) => (i === j ? { ...user, ...part } : user)))
  return (
    <div className="o-stack">
      <div className="o-row">
        <h3 className="o-h3 o-flush">Users</h3>
        <span className="o-grow" />
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<Icon name="plus" size={12} />}
          onClick={() => onChange([...users, { username: '', password: '', claims: '{\n  "groups": []\n}' }])}
        >
          Add user
        </Button>
      </div>
      {users.map((user, i) => {
        const who = user.username || `user ${i + 1}`
        return (
          <EntryFields key={i} who={who} onRemove={() => onChange(users.filter((_, j) => i !== j))}>
            <TextInput
              label="Name (sub)"
              value={user.username}
              onChange={(e) => set(i, { username: e.currentTarget.value })}
            />
            <PasswordInput
              label="Password"
              autoComplete="off"
              value={user.password}
              onChange={(e) => set(i, { password: e.currentTarget.value })}
            />
            <Textarea
              className="wide"
              label={`Claims of ${who}`}
              autosize
              minRows={2}
              maxRows={12}
              spellCheck={false}
              value={user.claims}
              onChange={(e) => set(i, { claims: e.currentTarget.value })}
              classNames={{ input: 'o-mono' }}
            />
          </EntryFields>
        )
      })}
    </div>
  )
}
