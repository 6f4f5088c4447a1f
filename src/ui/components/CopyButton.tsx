import { ActionIcon, Button } from '@mantine/core'
import { useClipboard } from '@mantine/hooks'
import { Icon, type IconName } from './Icon'
import { Tip } from './Tip'

/** Copies a text. `shown`, a part of `label`, appears beside the icon if there is room. */
export function CopyButton({
  text,
  label,
  shown,
  icon = 'copy',
}: {
  readonly text: () => string
  readonly label: string
  readonly shown?: string
  readonly icon?: IconName
}) {
  const clipboard = useClipboard({ timeout: 1500 })
  const copy = (): void => clipboard.copy(text())
  const mark = <Icon name={clipboard.copied ? 'check' : icon} />
  if (shown !== undefined)
    return (
      <Tip label={clipboard.copied ? 'Copied' : label}>
        <Button variant="default" aria-label={label} leftSection={mark} onClick={copy}>
          {shown}
        </Button>
      </Tip>
    )
  return (
    <Tip label={clipboard.copied ? 'Copied' : label}>
      <ActionIcon variant="subtle" color="gray" aria-label={label} onClick={copy}>
        {mark}
      </ActionIcon>
    </Tip>
  )
}
