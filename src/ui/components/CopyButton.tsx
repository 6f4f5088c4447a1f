import { ActionIcon } from '@mantine/core'
import { useClipboard } from '@mantine/hooks'
import { Icon, type IconName } from './Icon'
import { Tip } from './Tip'

export function CopyButton({
  text,
  label,
  icon = 'copy',
}: {
  readonly text: () => string
  readonly label: string
  readonly icon?: IconName
}) {
  const clipboard = useClipboard({ timeout: 1500 })
  return (
    <Tip label={clipboard.copied ? 'Copied' : label}>
      <ActionIcon variant="subtle" color="gray" aria-label={label} onClick={() => clipboard.copy(text())}>
        <Icon name={clipboard.copied ? 'check' : icon} />
      </ActionIcon>
    </Tip>
  )
}
