import { ActionIcon, Button, Menu } from '@mantine/core'
import { Icon } from '../Icon'
import { Tip } from '../Tip'
import type { Exportable } from './exportable'
import { useExportActions } from './use-export-actions'

/** Exports one part of a page: its table, its picture, or its request. */
export function ExportMenu({
  what,
  compact = false,
  ...exportable
}: Exportable & {
  /** Used in the button's name: `the pods`, `the map`. */
  readonly what: string
  /** Icon only. */
  readonly compact?: boolean
}) {
  const actions = useExportActions(exportable)
  if (actions.length === 0) return null
  const label = `Export ${what}`
  return (
    <Menu position="bottom-end" shadow="md" withinPortal>
      <Menu.Target>
        {compact ? (
          <Tip label={label}>
            <ActionIcon variant="subtle" color="gray" aria-label={label}>
              <Icon name="download" />
            </ActionIcon>
          </Tip>
        ) : (
          <Button variant="default" aria-label={label} leftSection={<Icon name="download" />}>
            Export
          </Button>
        )}
      </Menu.Target>
      <Menu.Dropdown aria-label={label}>
        {actions.map(({ title, icon, run }) => (
          <Menu.Item key={title} leftSection={<Icon name={icon} size={14} />} onClick={run}>
            {title}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
