import { Button, Select } from '@mantine/core'
import type { ApiObject } from '../../../machinery/object'
import { Icon } from '../../components/Icon'
import { documentId, useAccess } from './context'

/** Starting points for a draft, and the button for the review. */
export function DraftToolbar({
  choices,
  add,
  newRole,
  newBinding,
  change,
  sound,
  busy,
  reviewing,
  look,
}: {
  readonly choices: { group: string; items: { value: string; label: string }[] }[]
  readonly add: (object: ApiObject) => void
  readonly newRole: (kind: 'Role' | 'ClusterRole') => void
  readonly newBinding: () => void
  readonly change: (text: string) => void
  readonly sound: boolean
  readonly busy: boolean
  readonly reviewing: boolean
  readonly look: () => Promise<void>
}) {
  const { objects, drafts } = useAccess()
  return (
    <div className="o-toolbar o-access-bar">
      <Select
        w="15rem"
        label="Edit a role or binding"
        placeholder="Search"
        searchable
        data={choices}
        value={null}
        limit={200}
        maxDropdownHeight={360}
        onChange={(id) => {
          const object = objects.find((one) => documentId(one) === id)
          if (object) add(object)
        }}
      />
      <Button variant="default" leftSection={<Icon name="plus" />} onClick={() => newRole('Role')}>
        Role
      </Button>
      <Button variant="default" leftSection={<Icon name="plus" />} onClick={() => newRole('ClusterRole')}>
        ClusterRole
      </Button>
      <Button variant="default" leftSection={<Icon name="plus" />} onClick={newBinding}>
        Binding
      </Button>
      <span className="o-grow" />
      {drafts.length > 0 && (
        <Button variant="default" leftSection={<Icon name="undo" />} onClick={() => change('')}>
          Discard all drafts
        </Button>
      )}
      <Button disabled={!sound} loading={busy && !reviewing} onClick={() => void look()}>
        Review and save
      </Button>
    </div>
  )
}
