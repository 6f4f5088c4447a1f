import { Button, SegmentedControl, Switch, TextInput } from '@mantine/core'
import { Icon } from '../../components/Icon'
import { copyText } from '../../state/notify'
import { useSetQuery } from '../../state/place'
import type { ApiObject } from '../../../machinery/object'
import { draftYaml } from './edit-rbac-drafts'
import { useRbacDrafts } from './context'
import type { Person } from './people'

/** Options for generating roles, and actions on the result. */
export function LeastToolbar({
  title,
  person,
  kind,
  names,
  refused,
  objects,
}: {
  readonly title: string
  readonly person: Person | undefined
  readonly kind: 'Role' | 'ClusterRole'
  readonly names: boolean
  readonly refused: boolean
  readonly objects: ApiObject[]
}) {
  const setQuery = useSetQuery()
  const { draft } = useRbacDrafts()
  return (
    <div className="o-toolbar o-access-bar">
      <TextInput
        w="14rem"
        label="Role name"
        value={title}
        onChange={(e) => setQuery({ role: e.currentTarget.value })}
        classNames={{ input: 'o-mono' }}
        disabled={!person}
      />
      <SegmentedControl
        aria-label="Role kind"
        value={kind}
        onChange={(next) => setQuery({ 'as-kind': next === 'Role' ? undefined : next })}
        data={['Role', 'ClusterRole']}
      />
      <Switch
        label="Limit to the resource names used"
        checked={names}
        onChange={(e) => setQuery({ names: e.currentTarget.checked ? 'yes' : undefined })}
      />
      <Switch
        label="Include denied requests"
        checked={refused}
        onChange={(e) => setQuery({ refused: e.currentTarget.checked ? undefined : 'no' })}
      />
      <span className="o-grow" />
      <Button
        variant="default"
        leftSection={<Icon name="copy" />}
        disabled={objects.length === 0}
        onClick={() => void copyText(objects.map(draftYaml).join('---\n'), 'Roles and bindings')}
      >
        Copy as YAML
      </Button>
      <Button leftSection={<Icon name="edit" />} disabled={objects.length === 0} onClick={() => draft(objects)}>
        Open as drafts
      </Button>
    </div>
  )
}
